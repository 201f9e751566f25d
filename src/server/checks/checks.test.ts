import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { planOf } from '../backup/backup-plan.ts'
import { dataCheck } from '../db/tables/reconciliation.ts'
import { booksChecked } from '../doctor/book-checks.ts'
import { runChecks } from '../doctor/check.ts'
import { saveResults } from '../doctor/nightly-check.ts'
import { listDifferences } from '../payments/reconciliation/differences.queries.ts'
import { noConnections } from '../settings/connections.ts'
import { openCampaign } from '../testing/test-campaigns.ts'
import { endGroup, type JoinedMember, joinAs, rowsOf } from '../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import type { BookCheck } from './book-check.ts'
import { bookChecks, linesOf } from './book-checks.ts'

let shop: TestShop
let groupId: string
let paid: JoinedMember
let waiting: JoinedMember
let openGroupId: string
let held: JoinedMember

beforeAll(async () => {
  shop = await openTestShop()
  const campaign = await openCampaign(shop, { minTarget: 2, maxUnits: 10, commissionPercent: 5 })
  groupId = campaign.groupId
  const { code } = await shop.coupon({ allowsGroup: true })
  await rowsOf(shop, 'update campaigns set coupons = true where id = $1', [campaign.id])
  paid = await joinAs(shop, campaign, 2, { coupon: code })
  waiting = await joinAs(shop, campaign, 3)
  await endGroup(shop, campaign)
  const { status } = await paid.post(`/pay/${paid.orderId}`)
  if (status !== 200) throw new Error(`not paid: ${status}`)
  const open = await openCampaign(shop, { minTarget: 2, maxUnits: 10, perMemberLimit: 5 })
  openGroupId = open.groupId
  held = await joinAs(shop, open, 2)
})
afterAll(() => shop.close())

const withoutTriggers = (table: string) => `alter table ${table} disable trigger user`
const withoutCheck = (table: string, check: string) =>
  `alter table ${table} drop constraint ${check}`

/** SQL that breaks each check. */
const breaks: Record<string, () => string[][]> = {
  stock: () => [
    ['update stock set held = held + 1'],
    ['update stock set on_hand = on_hand + 1'],
    [`delete from stock_holds where order_id = '${held.orderId}'`],
  ],
  'stray-money': () => [
    [
      `insert into payments (id, order_id, provider, method, amount, captured_amount, status, counts, reference)
        values ('stray', '${paid.orderId}', 'ecpay', 'card', 100, 99, 'succeeded', false, 'stray')`,
    ],
  ],
  'money-of-ended-orders': () => [
    [
      `update payments set provider = 'ecpay' where order_id = '${paid.orderId}'`,
      `update orders set deleted_at = now() where id = '${paid.orderId}'`,
    ],
  ],
  'undone-tasks': () => [
    [
      `update payments set status = 'authorised', task = 'capture_failed' where order_id = '${paid.orderId}'`,
    ],
  ],
  'silent-gateway': () => [
    [
      `insert into payments (id, order_id, provider, method, amount, status, reference)
        values ('silent', '${waiting.orderId}', 'ecpay', 'card', 100, 'pending', 'silent')`,
      `update orders set expires_at = now() - interval '25 hours' where id = '${waiting.orderId}'`,
    ],
  ],
  order: () => [
    [`update payments set counts = false where order_id = '${paid.orderId}'`],
    [
      `update orders set payment_state = 'unpaid', state = 'placed', paid_at = null, payment_method = null where id = '${paid.orderId}'`,
    ],
  ],
  balances: () => [
    // Asked for and not a part of the price, paid and not asked for any more, left behind by an order.
    [`update orders set balance_due = 1 where id = '${paid.orderId}'`],
    [
      `insert into payments (id, order_id, provider, method, amount, status, counts, supplements, reference)
        values ('more', '${paid.orderId}', 'manual', 'manual', 100, 'succeeded', false, true, 'more')`,
      `update orders set total = total + 300 where id = '${paid.orderId}'`,
    ],
    [`update orders set balance_due = 1 where id = '${waiting.orderId}'`],
  ],
  refunds: () => [
    [
      withoutTriggers('refunds'),
      `insert into refunds (id, order_id, payment_id, amount, reason, state)
        select 'refund', order_id, id, amount + 1, '', 'manual' from payments
        where order_id = '${paid.orderId}'`,
    ],
  ],
  totals: () => [[`update orders set total = total + 1 where id = '${waiting.orderId}'`]],
  'coupon-uses': () => [[`update coupon_uses set owner = 'm:nobody'`]],
  'credit-balances': () => [
    [`insert into credit_balances (member_id, credit) values ('nobody', 1)`],
    [creditEntry({ amount: 5 })],
    // A lot that gave more than came in, and one that nothing opened.
    [
      creditEntry({ amount: 5 }),
      creditEntry({ id: '-E2', lot: '-E1', amount: -6, cause: 'order_used' }),
    ],
    [creditEntry({ id: '-E2', lot: '-E1', amount: -1, cause: 'expired' })],
  ],
  'credit-orders': () => [
    [creditEntry({ id: '-E2', lot: '-E1', amount: -1, cause: 'order_used', order: paid.orderId })],
    [
      `insert into order_adjustments values ('${waiting.orderId}', 90, 'points', '點數', -100)`,
      `update orders set total = total - 1 where id = '${waiting.orderId}'`,
    ],
  ],
  'credit-refunds': () => [
    [creditEntry({ amount: 5, cause: 'refund', order: paid.orderId })],
    [`insert into book_entries (kind, order_id, amount) values ('credited', '${paid.orderId}', 5)`],
  ],
  'credit-earned': () => [
    [
      creditEntry({ amount: 5, cause: 'earned', order: paid.orderId }),
      creditEntry({ id: '-E2', lot: '-E2', amount: 5, cause: 'earned', order: paid.orderId }),
    ],
  ],
  'INV-01': () => [
    [`update groups set units_counted = units_counted - 1 where id = '${openGroupId}'`],
    [`update groups set members_taken = members_taken + 1 where id = '${groupId}'`],
  ],
  'INV-02': () => [
    [
      withoutCheck('groups', 'groups_units'),
      `update groups set max_units = 1 where id = '${openGroupId}'`,
    ],
  ],
  'INV-03': () => [
    [
      `update participations set state = 'released', ended_at = now() where id = '${held.participationId}'`,
    ],
  ],
  'INV-04': () => [
    [`update campaign_members set units = units + 1 where member_id = '${held.uid}'`],
    [`update campaigns set per_member_limit = 1 where per_member_limit is not null`],
    [
      'drop index participations_live',
      `update participations set member_id = '${paid.uid}' where id = '${waiting.participationId}'`,
    ],
  ],
  'INV-05': () => [
    [
      `update order_lines set product = jsonb_set(product, '{price}', '99'), total = 99 * qty
        where order_id = '${waiting.orderId}'`,
    ],
    [withoutTriggers('groups'), `update groups set final_tier = 1 where id = '${groupId}'`],
  ],
  'INV-06': () => [
    [`update orders set total = total - 1 where id = '${waiting.orderId}'`],
    [
      withoutCheck('participations', 'participations_totals'),
      `update participations set final_total = quoted_total + 1 where id = '${waiting.participationId}'`,
    ],
  ],
  'INV-07': () => [
    [`update orders set is_payable = true where id = '${held.orderId}'`],
    [`update participations set state = 'confirmed' where id = '${waiting.participationId}'`],
    // A card that was authorised leaves nothing to pay.
    [
      `update participations set state = 'authorised' where id = '${waiting.participationId}'`,
      `insert into payments (id, order_id, provider, method, amount, status, counts, reference)
        values ('authorised', '${waiting.orderId}', 'ecpay', 'card', 100, 'authorised', true, 'authorised')`,
    ],
    [`update order_lines set qty = qty + 1 where order_id = '${held.orderId}'`],
  ],
  'INV-08': () => [
    [
      `update campaigns set min_target = 6 where id = (
      select campaign_id from groups where id = '${groupId}')`,
    ],
    [
      `update campaigns set lot_size = 2, max_units = 10 where id = (
      select campaign_id from groups where id = '${groupId}')`,
    ],
    [
      `insert into group_events (campaign_id, group_id, event, to_state, actor)
        select campaign_id, id, 'decide_failed', 'failed', 's:system' from groups where id = '${groupId}'`,
    ],
  ],
  'INV-09': () => [
    [
      `update participations set state = 'released', ended_at = now() where id = '${paid.participationId}'`,
    ],
    [`update orders set total = total - 1 where id = '${paid.orderId}'`],
    [
      `update payments set status = 'authorised', task = 'capture' where order_id = '${paid.orderId}'`,
    ],
  ],
  'INV-10': () => [
    [`update groups set state = 'settled' where id = '${groupId}'`],
    [
      `update participations set state = 'lapsed', ended_at = now() where id = '${waiting.participationId}'`,
    ],
    [
      `insert into group_events (campaign_id, participation_id, group_id, event, from_state, to_state, actor)
        select campaign_id, id, group_id, 'pay', 'held', 'awaiting_payment', 's:system'
        from participations where id = '${waiting.participationId}'`,
    ],
  ],
  'INV-11': () => [
    [`update orders set state = 'preparing' where id = '${waiting.orderId}'`],
    [
      `update orders set state = 'shipped' where id = '${paid.orderId}'`,
      `update payments set counts = false where order_id = '${paid.orderId}'`,
    ],
  ],
  'INV-12': () => [
    [`update coupon_uses set returned_at = now() where order_id = '${paid.orderId}'`],
    [
      `update participations set state = 'released', ended_at = now() where id = '${paid.participationId}'`,
    ],
  ],
  'INV-13': () => [
    [
      `insert into commission_entries (id, group_id, leader_id, order_id, kind, amount, by)
        values ('-C1', '${groupId}', 'leader', '${paid.orderId}', 'earned', 999, 's:system')`,
    ],
    [
      `insert into commission_entries (id, leader_id, kind, amount, by)
        values ('-C1', 'leader', 'paid', -1, 's:system')`,
    ],
  ],
  'INV-14': () => [
    [allotmentOf({ given: 1 })],
    [allotmentOf({ given: 0, settled_at: 'now()' })],
    [
      `insert into refunds (id, order_id, payment_id, amount, reason, state)
        select '-R14', order_id, id, 1, '退', 'queued' from payments where order_id = '${paid.orderId}'`,
      allotmentOf({ given: 0, refund_id: "'-R14'", undone_at: 'now()' }),
    ],
  ],
  'INV-15': () => [
    // Booked money that covers a ticked order and has not paid it.
    owedToLeader(bookedByLeader(999_999)),
    // More in the books than was booked.
    owedToLeader(`update payments set method = 'to_leader' where order_id = '${paid.orderId}'`),
    // Given back what was never received.
    owedToLeader(`update leader_receipts set amount = -1 where id = '-L15'`),
    // Sent before the place is confirmed.
    owedToLeader(
      `update orders set payment_method = 'to_leader_ahead' where id = '${waiting.orderId}'`,
    ),
    // It waits for a payment, and owes nobody.
    owedToLeader(`update orders set payment_method = null where id = '${waiting.orderId}'`),
  ],
  'INV-16': () => [
    // Sold for a campaign without sellers.
    soldBy('someone', { hasSellers: false }),
    // Sold to themself.
    soldBy(waiting.uid),
    // The commission is somebody else's.
    [...soldBy('someone'), commissionOf('another')],
    // Complete, and nothing is booked.
    [...soldBy('someone'), `update orders set state = 'completed' where id = '${waiting.orderId}'`],
  ],
  invoices: () => [
    [
      `insert into invoices (id, order_id, number, amount, lines, is_donated, state, merchant, is_trial,
          invoice_number, random_number, issued_at)
        values ('wrong', '${paid.orderId}', 'W', 1, '[]', false, 'issued', 'm', true, 'AB10000000',
          '1234', now())`,
    ],
  ],
}

/** Of nobody's account. */
function creditEntry(of: {
  id?: string
  lot?: string
  amount: number
  cause?: string
  order?: string
}): string {
  const { id = '-E1', amount, cause = 'gift', order = '' } = of
  const lot = of.lot ?? id

  return `insert into credit_entries (id, member_id, kind, lot, amount, cause, order_id, actor)
    values ('${id}', 'nobody', 'points', '${lot}', ${amount}, '${cause}', nullif('${order}', ''), 's:test')`
}

/** The waiting place came by the link of a member. */
function soldBy(memberId: string, { hasSellers = true } = {}): string[] {
  const campaignId = `(select campaign_id from groups where id = '${groupId}')`
  return [
    withoutTriggers('participations'),
    ...(hasSellers ? [`update campaigns set has_sellers = true where id = ${campaignId}`] : []),
    `insert into campaign_sellers (id, campaign_id, member_id, code, shown_name)
      values ('-S16', ${campaignId}, '${memberId}', 'link', '林○○')`,
    `update participations set seller_id = '-S16' where id = '${waiting.participationId}'`,
  ]
}
const commissionOf = (leaderId: string) =>
  `insert into commission_entries (id, group_id, leader_id, order_id, kind, amount, by)
    values ('-C16', '${groupId}', '${leaderId}', '${waiting.orderId}', 'earned', 0, 's:system')`

/** The waiting place owes its leader, who has ticked all of it. */
function owedToLeader(...more: string[]): string[] {
  return [
    `update campaigns set pays_leader = true
      where id = (select campaign_id from groups where id = '${groupId}')`,
    `update orders set payment_method = 'to_leader' where id = '${waiting.orderId}'`,
    `insert into leader_receipts (id, group_id, participation_id, order_id, amount, way, received_at, by)
      select '-L15', place.group_id, place.id, order_id, total, 'cash', now(), 'm:leader'
      from participations as place join orders on orders.id = place.order_id
      where place.id = '${waiting.participationId}'`,
    ...more,
  ]
}
const bookedByLeader = (amount: number) =>
  `insert into leader_hand_overs (id, group_id, amount, way, by, booked, booked_at, booked_by)
    values ('-H15', '${groupId}', ${amount}, 'cash', 'a:owner', ${amount}, now(), 'a:owner')`

/** Of the paid place. */
function allotmentOf(values: Record<string, unknown>): string {
  const more = Object.entries(values)
  return `insert into allotments (id, campaign_id, order_id, run_id, ordered${more.map(([name]) => `, ${name}`).join('')})
    select '-A14', campaign_id, order_id, 'run', 9${more.map(([, value]) => `, ${value}`).join('')}
    from participations where order_id = '${paid.orderId}'`
}

/** How 對帳 names what is not `ledger`; the screen has a word for each kind. */
const kinds: Record<string, string[]> = {
  'stray-money': ['amount_differs'],
  'money-of-ended-orders': ['money_without_order'],
  'undone-tasks': ['not_captured'],
  'silent-gateway': ['unknown'],
  order: ['order_without_money'],
}

interface Answers {
  doctor: Map<string, string>
  nightly: string[]
  reconciliation: Awaited<ReturnType<typeof listDifferences>>['rows']
}

/** The answers of all three over the database that these statements made, in a transaction that is undone. */
async function answersTo(statements: readonly string[]): Promise<Answers> {
  const client = await shop.database.pool.connect()
  try {
    await client.query('begin')
    for (const statement of statements) await client.query(statement)
    return await answersOver(client)
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function answersOver(client: pg.PoolClient): Promise<Answers> {
  const db = drizzle({ client })
  const plan = planOf(shop.config.backup, { version: 0, values: defaultSettings.backup })
  const outside = { databaseError: null, connections: noConnections }
  const context = { config: shop.config, client, plan, ...outside }
  const results = await runChecks(booksChecked, context, { eachMs: 60_000, withinMs: 600_000 })
  expect(results.filter(({ isUnfinished }) => isUnfinished)).toEqual([])
  await saveResults(db, results)
  const [checked] = await db.select().from(dataCheck)
  const faults = results.filter(({ state }) => state === 'fault')
  return {
    doctor: new Map(faults.map(({ name, text }) => [name, text])),
    nightly: checked?.findings ?? [],
    reconciliation: (await listDifferences(db, { limit: 1_000, offset: 0 })).rows,
  }
}

describe('the checks of the books', () => {
  it('find nothing in a shop that nobody broke, and each is broken here', async () => {
    const { doctor, nightly, reconciliation } = await answersTo([])
    expect([[...doctor], nightly, reconciliation]).toEqual([[], [], []])
    expect(Object.keys(breaks)).toEqual(bookChecks.map(({ id }) => id))
  })

  it.each([...bookChecks])(
    'doctor, nightly check and 對帳 name what breaks them: $id (HOUSE-05)',
    async ({ id, name, sentence }) => {
      for (const statements of breaks[id]?.() ?? []) {
        const { doctor, nightly, reconciliation } = await answersTo(statements)
        expect(nightly).toEqual(
          bookChecks.filter((one) => doctor.has(one.name)).map((one) => one.sentence),
        )
        expect(nightly).toContain(sentence)
        const lines = reconciliation.filter(({ kind, note }) =>
          note ? note.startsWith(sentence) : kinds[id]?.includes(kind),
        )
        expect(lines).not.toEqual([])
        for (const { orderNumber, productId } of lines)
          expect(doctor.get(name)).toContain(orderNumber ?? productId ?? 'does not agree')
      }
    },
  )

  it('take money that is authorised and waits for its capture for that of a paid order (HOUSE-05)', async () => {
    const { doctor, nightly, reconciliation } = await answersTo([
      `update payments set status = 'authorised', task = 'capture', task_since = now()
        where order_id = '${paid.orderId}'`,
      `insert into pgboss.job (name, data) select 'payment.capture', jsonb_build_object('attemptId', id)
        from payments where order_id = '${paid.orderId}'`,
    ])
    expect([[...doctor], nightly, reconciliation]).toEqual([[], [], []])
  })

  it('name no longer what somebody settled (HOUSE-05)', async () => {
    const settle = `insert into resolved_differences (id, kind, since, note)
      select id, kind, since, 'x' from (${linesOf(bookChecks[0] as BookCheck)}) as line`
    const broken = 'update stock set on_hand = on_hand + 1'
    const found = `insert into book_findings (kind, subject_id) select 'stock', id from products`
    const { doctor, nightly, reconciliation } = await answersTo([broken, found, settle])
    expect([[...doctor], nightly, reconciliation]).toEqual([[], [], []])
  })
})
