import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openCampaign } from '../testing/test-campaigns.ts'
import { endGroup, type JoinedMember, joinAs, rowsOf } from '../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { checkInvariants, checkNightly } from './check-campaigns.ts'
import { campaignInvariants, findBrokenInvariants } from './invariants.ts'

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

/** What breaks each of them, by hand. */
const breaks: Record<string, () => string[][]> = {
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
    [`update stock set held = held + 1`],
    [`delete from stock_holds where order_id = '${held.orderId}'`],
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
    [`update orders set order_state = 'preparing' where id = '${waiting.orderId}'`],
    [
      `update orders set order_state = 'shipped' where id = '${paid.orderId}'`,
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
}

/** Breaks a rule in a transaction that is rolled back, and gives the ids of what is reported. */
async function brokenBy(client: pg.PoolClient, statements: readonly string[]): Promise<string[]> {
  await client.query('begin')
  try {
    for (const statement of statements) await client.query(statement)
    const run = async (statement: string) => (await client.query(statement)).rows
    return (await findBrokenInvariants(run)).map(({ id }) => id)
  } finally {
    await client.query('rollback')
  }
}

describe('the invariants of campaigns', () => {
  it('hold in a shop that nobody broke', async () => {
    expect(await checkInvariants(shop.database.db)).toEqual([])
    expect(Object.keys(breaks)).toEqual(Object.keys(campaignInvariants))
  })

  it.each(Object.keys(campaignInvariants))('report what breaks them (%s)', async (id) => {
    const client = await shop.database.pool.connect()
    try {
      for (const statements of breaks[id]?.() ?? []) {
        expect(await brokenBy(client, statements)).toContain(id)
      }
    } finally {
      client.release()
    }
  })

  it('are checked every night, and what is broken is a failed job that names it', async () => {
    await checkNightly(shop.database.db)
    await rowsOf(shop, 'update stock set held = held + 1')
    await expect(checkNightly(shop.database.db)).rejects.toThrow(/^INV-03: -/)
    await rowsOf(shop, 'update stock set held = held - 1')
    await checkNightly(shop.database.db)
  })
})
