import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { taipeiTime } from '#contract/taipei-time.ts'
import { transaction } from '../../db/transaction.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import type { OrderTransitionEvent } from '../../orders/order-states.ts'
import { expireIfDue } from '../../payments/news/expire-orders.ts'
import { brokenChecks } from '../../testing/broken-checks.ts'
import {
  type OpenTrade,
  openTryOutShop,
  type TryOutShop,
} from '../../testing/doubles/try-out-shop.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { moveShopClock, openCampaign } from '../../testing/test-campaigns.ts'
import {
  closingDeps,
  endGroup,
  groupOf,
  type JoinedMember,
  joinAs,
  mailKindsTo,
  placeOf,
} from '../../testing/test-closing.ts'
import { remindPlace } from '../mails/remind-to-pay.ts'
import { settleAll } from './settle.ts'
import { sweep } from './sweep.ts'

let shop: TryOutShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTryOutShop({
    autoCapture: false,
    env: { DEVELOPMENT: '1' },
  })
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())
afterEach(async () => {
  shop.running.gateway.settings.fault = 'none'
  await runAllMoney()
  const broken = await brokenChecks(shop.databaseUrl)
  await moveShopClock(shop, '0 seconds')
  expect(broken).toEqual([])
})

async function runAllMoney(): Promise<void> {
  for (let runs = 0; runs < 3; runs++) await shop.runMoneyJobs()
}

const system = { kind: 'system' } as const

/** A group of pay_after_success that has succeeded, at 80 for each of 20 pieces. */
async function succeeded(values: object = {}) {
  const campaign = await openCampaign(shop, { minTarget: 20, ...values })
  const [one, other] = [await joinAs(shop, campaign, 15), await joinAs(shop, campaign, 5)]
  await endGroup(shop, campaign)
  return { campaign, one, other }
}

async function pay(member: JoinedMember): Promise<OpenTrade> {
  const trade = await shop.open(member, member.orderId)
  await shop.act(trade, 'pay')
  return trade
}

const expire = (orderId: string) => expireIfDue(shop.payments, { orderId, asks: 0 })

async function move(orderId: string, ...events: OrderTransitionEvent[]): Promise<void> {
  for (const event of events) {
    await transaction(shop.database.db, async (tx) => {
      const order = await lockAnyOrder(tx, orderId)
      if (!order) throw new Error(`no order ${orderId}`)
      await transitionOrder(tx, order, { event, actor: system }, shop.payments.subscribers)
    })
  }
}

describe('a place that waits for its payment', () => {
  it('gets one reminder, 24 hours before its time is over (SETTLE-04)', async () => {
    const { one, other } = await succeeded()
    await pay(other)
    const deps = closingDeps(shop)
    const remind = ({ participationId }: JoinedMember) => remindPlace(deps, { participationId })
    const reminders = async ({ email }: JoinedMember) =>
      (await mailKindsTo(shop, email)).filter((kind) => kind === 'group_payment_reminder').length
    await remind(one)
    expect(await reminders(one)).toBe(0)
    await moveShopClock(shop, '50 hours')
    await Promise.all([remind(one), remind(one), remind(other)])
    await remind(one)
    expect(await reminders(one)).toBe(1)
    expect(await reminders(other)).toBe(0)
  })

  it('is reminded of the end that a number has moved (SETTLE-04, SETTLE-06)', async () => {
    const { one } = await succeeded()
    const started = await shop.open(one, one.orderId, 'atm')
    await shop.act(started, 'issue')
    const { pay_by, expires_at } = await placeOf(shop, one)
    if (!pay_by || !expires_at) throw new Error('the place has no time')
    expect(expires_at.getTime()).toBeGreaterThan(pay_by.getTime())
    const [left] = await shop.rows<{ hours: number }>(
      'select extract(epoch from $1::timestamptz - now())::float / 3600 as hours',
      [expires_at],
    )
    await moveShopClock(shop, `${(left?.hours ?? 0) - 23} hours`)
    await remindPlace(closingDeps(shop), one)
    const [mail] = await shop.rows<{ text: string }>(
      `select text_body as text from mail_outbox
       where recipient = $1 and kind = 'group_payment_reminder'`,
      [one.email],
    )
    expect(mail?.text).toContain(`請於 ${taipeiTime(expires_at)} 前付款`)
    expect(mail?.text).not.toContain(taipeiTime(pay_by))
  })

  it('has one job for its end while the gateway gives no answer, and another when that has died (SETTLE-05)', async () => {
    const { one } = await succeeded()
    await shop.open(one, one.orderId)
    const changeJobs = (change: string) =>
      shop.rows<{ data: { orderId: string; asks: number } }>(
        `${change} where name = 'order.expire' and data ->> 'orderId' = $1 and state < 'completed'
         returning data`,
        [one.orderId],
      )
    const countJobs = async () => {
      const [row] = await shop.rows<{ n: number }>(
        `select count(*)::int as n from pgboss.job
         where name = 'order.expire' and data ->> 'orderId' = $1 and state < 'completed'`,
        [one.orderId],
      )
      return row?.n
    }
    await changeJobs('delete from pgboss.job')
    await moveShopClock(shop, '80 hours')
    shop.running.gateway.settings.fault = 'error'
    const deps = closingDeps(shop)
    for (let asks = 0; asks < 5; asks++) {
      await sweep(deps)
      expect(await countJobs()).toBe(1)
      const [job] = await changeJobs(`update pgboss.job set state = 'completed'`)
      if (!job) throw new Error('no job')
      await expireIfDue(shop.payments, job.data)
    }
    await sweep(deps)
    expect(await countJobs()).toBe(1)
    await changeJobs(`update pgboss.job set state = 'failed'`)
    await sweep(deps)
    expect(await countJobs()).toBe(1)
    shop.running.gateway.settings.fault = 'none'
    const [again] = await changeJobs(`update pgboss.job set state = 'completed'`)
    await expireIfDue(shop.payments, again?.data ?? { orderId: '', asks: 0 })
    expect(await placeOf(shop, one)).toMatchObject({ state: 'lapsed' })
  })

  it('lapses after its time, once the gateway has said that nothing was paid (SETTLE-05)', async () => {
    const { one, campaign } = await succeeded()
    const trade = await shop.open(one, one.orderId)
    await expire(one.orderId)
    expect(await placeOf(shop, one)).toMatchObject({ state: 'awaiting_payment' })
    await moveShopClock(shop, '80 hours')
    await expire(one.orderId)
    expect(await placeOf(shop, one)).toMatchObject({
      state: 'lapsed',
      order_state: 'cancelled',
      cancel_reason: '逾期未付款',
    })
    const [stock] = await shop.rows('select held from stock where product_id = $1', [
      campaign.productIds[0],
    ])
    expect(stock).toEqual({ held: 5 })
    expect(trade.tradeNo).toBeTruthy()
  })

  it('is paid though its callback was lost, when the gateway says so after its time (SETTLE-05)', async () => {
    const { one } = await succeeded()
    const trade = await shop.open(one, one.orderId)
    shop.running.gateway.settings.holdsNotices = true
    await shop.act(trade, 'pay')
    shop.running.gateway.settings.holdsNotices = false
    await moveShopClock(shop, '80 hours')
    await expire(one.orderId)
    expect(await placeOf(shop, one)).toMatchObject({ state: 'confirmed', order_state: 'paid' })
  })

  it('that has ended is not revived by money: all of it goes back, also 30 days later (SETTLE-08)', async () => {
    for (const later of ['81 hours', '33 days']) {
      const { one } = await succeeded()
      const trade = await shop.open(one, one.orderId)
      await moveShopClock(shop, '80 hours')
      await expire(one.orderId)
      await moveShopClock(shop, later)
      await shop.act(trade, 'pay')
      await runAllMoney()
      expect(await placeOf(shop, one)).toMatchObject({ state: 'lapsed', order_state: 'cancelled' })
      expect(shop.trade(trade).card?.state).toBe('已取消')
      await moveShopClock(shop, '0 seconds')
    }
  })

  it('without a refund interface, late money is a line of the worklist (SETTLE-08)', async () => {
    const { one } = await succeeded()
    const trade = await shop.open(one, one.orderId, 'atm')
    await shop.act(trade, 'issue')
    await moveShopClock(shop, '10 days')
    await expire(one.orderId)
    await shop.act(trade, 'deposit')
    const [refund] = await shop.rows('select state, amount::int from refunds where order_id = $1', [
      one.orderId,
    ])
    expect(refund).toEqual({ state: 'manual', amount: 1_200 })
  })

  it('asks for a number that reaches its time, and ends when the number does, as a mail says (SETTLE-06) (ORDERLIFE-35) (MEND-16)', async () => {
    const { one } = await succeeded()
    const place = await placeOf(shop, one)
    const started = await shop.open(one, one.orderId, 'atm')
    // 25 + 48 hours after now: three days and an hour.
    expect(started.fields.ExpireDate).toBe('4')
    const counter = await shop.start(one, one.orderId, 'cvs')
    expect(Number(counter.fields.StoreExpireDate)).toBeGreaterThan(72 * 60)
    expect(Number(counter.fields.StoreExpireDate)).toBeLessThanOrEqual(73 * 60 + 1)
    await shop.act(started, 'issue')
    const moved = await placeOf(shop, one)
    expect(moved.expires_at?.getTime()).toBeGreaterThan(place.expires_at?.getTime() ?? 0)
    expect(await mailKindsTo(shop, one.email)).toContain('extended')
    const { participation } = (await one.get(`/participation/${one.participationId}`)).body
    expect(participation.pay_by).toBe(Math.floor((moved.expires_at?.getTime() ?? 0) / 1_000))
  })

  it('keeps its time with a transfer, however often one is begun (SETTLE-06)', async () => {
    await shop.rows(
      `insert into settings ("group", "values", version, updated_by) values ('payment', $1, 1, 'x')`,
      [JSON.stringify({ ...defaultSettings.payment, account: '玉山銀行 808' })],
    )
    const { one } = await succeeded()
    const { expires_at: end } = await placeOf(shop, one)
    const path = `/order/${one.orderId}/payment`
    for (let times = 0; times < 2; times++) {
      expect((await one.post(path, { method: 'transfer' })).status).toBe(200)
    }
    expect((await placeOf(shop, one)).expires_at).toEqual(end)
    const { attempt, expires_at } = (await one.get(path)).body.data
    expect(attempt).toMatchObject({ method: 'transfer', number: { due_at: expires_at } })
    await shop.rows('delete from settings')
  })

  it('is confirmed by the switch, which takes that back with 48 new hours, and not before success (SETTLE-15)', async () => {
    const open = await openCampaign(shop, { minTarget: 20 })
    const held = await joinAs(shop, open, 1)
    const mark = ({ orderId }: JoinedMember, is_paid: boolean) =>
      admin.put(`/admin/order/${orderId}`, { is_paid })
    expect(await mark(held, true)).toMatchObject({
      status: 409,
      body: { message: '尚未成團，不能標記為已付款' },
    })
    const { one } = await succeeded()
    expect((await mark(one, true)).status).toBe(200)
    expect(await placeOf(shop, one)).toMatchObject({ state: 'confirmed', order_state: 'paid' })
    await moveShopClock(shop, '60 hours')
    expect((await mark(one, false)).status).toBe(200)
    const place = await placeOf(shop, one)
    expect(place).toMatchObject({ state: 'awaiting_payment', order_state: 'placed' })
    const [left] = await shop.rows<{ hours: number }>(
      'select extract(epoch from $1::timestamptz - shop_now())::float / 3600 as hours',
      [place.pay_by],
    )
    expect(left?.hours).toBeGreaterThan(47.9)
    expect(place.expires_at).toEqual(place.pay_by)
  })

  it('keeps its order out of the archive (SETTLE-16)', async () => {
    const open = await openCampaign(shop, { minTarget: 20 })
    const held = await joinAs(shop, open, 1)
    const { one, other } = await succeeded()
    await pay(other)
    for (const { orderId } of [held, one]) {
      expect(await admin.delete(`/admin/order/${orderId}`)).toMatchObject({
        status: 409,
        body: { message: '此訂單屬於進行中的團，請先取消再封存' },
      })
    }
    expect((await admin.delete('/admin/orders/all')).status).toBe(200)
    const archived = await shop.rows<{ id: string }>(
      'select id from orders where deleted_at is not null and id = any($1)',
      [[held.orderId, one.orderId, other.orderId]],
    )
    expect(archived).toEqual([{ id: other.orderId }])
  })
})

describe('a group', () => {
  it('is settled when no place and no refund of it is open, and not before (SETTLE-18)', async () => {
    const { campaign, one, other } = await succeeded()
    const stateAfterSettling = async () => {
      await settleAll(shop.database.db)
      return (await groupOf(shop, campaign.groupId)).state
    }
    await pay(other)
    await runAllMoney()
    expect(await stateAfterSettling()).toBe('succeeded')
    await moveShopClock(shop, '80 hours')
    await expire(one.orderId)
    await admin.post(`/admin/order/${other.orderId}/cancel`, { reason: '缺貨' })
    expect(await placeOf(shop, other)).toMatchObject({ state: 'released' })
    expect(await stateAfterSettling()).toBe('succeeded')
    await runAllMoney()
    expect(await stateAfterSettling()).toBe('settled')
    const [row] = await shop.rows('select state from campaigns where id = $1', [campaign.id])
    expect(row).toEqual({ state: 'settled' })
  })
})

type RefundStep = 'complete' | 'ask' | 'settle' | 'fail' | 'retry'

/** The completion of the order at each place among the steps of its refunds. */
const refundSequences: RefundStep[][] = [
  ['ask', 'settle'],
  ['ask', 'fail'],
  ['ask', 'fail', 'retry', 'settle'],
  ['ask', 'settle', 'ask', 'settle'],
  ['ask', 'ask', 'settle'],
].flatMap((steps) =>
  [...steps.keys(), steps.length].map(
    (at) => [...steps.slice(0, at), 'complete', ...steps.slice(at)] as RefundStep[],
  ),
)

/** A refund of a part is refused by a gateway whose trade was given up. */
async function takeRefundStep(
  step: RefundStep,
  { orderId, trade }: { orderId: string; trade: OpenTrade },
): Promise<void> {
  if (step === 'complete') return move(orderId, 'complete')
  if (step === 'ask') {
    const asked = await admin.post(`/admin/order/${orderId}/refund`, { amount: 20, reason: '少' })
    return expect(asked.status).toBe(200)
  }
  if (step === 'retry') {
    const [failed] = await shop.rows<{ id: string }>(
      `select id from refunds where order_id = $1 and state = 'failed'`,
      [orderId],
    )
    return expect((await admin.post(`/admin/refund/${failed?.id}/retry`)).status).toBe(200)
  }
  const { card } = shop.trade(trade)
  if (!card) throw new Error('no trade of a card')
  const { state } = card
  if (step === 'fail') card.state = '已取消'
  await runAllMoney()
  card.state = state
  const states = await shop.rows('select distinct state from refunds where order_id = $1', [
    orderId,
  ])
  expect(states).toEqual([{ state: step === 'fail' ? 'failed' : 'done' }])
}

describe('the commission of a leader', () => {
  it('is earned by completed orders of others, rounded down, and booked back with what goes back (LEADER-11)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2, commissionPercent: 7 })
    const leader = await joinAs(shop, campaign, 1)
    const member = await joinAs(shop, campaign, 1)
    await shop.rows('update groups set leader_id = $2 where id = $1', [
      campaign.groupId,
      leader.uid,
    ])
    await endGroup(shop, campaign)
    // A later leader earns nothing.
    await shop.rows(`update groups set leader_id = 'another' where id = $1`, [campaign.groupId])
    const entries = ({ orderId }: JoinedMember) =>
      shop.rows(
        'select leader_id, kind, amount::int from commission_entries where order_id = $1 order by id',
        [orderId],
      )
    for (const one of [leader, member]) {
      await pay(one)
      await runAllMoney()
      await admin.post(`/admin/order/${one.orderId}/prepare`)
      await admin.post(`/admin/order/${one.orderId}/parcel`, { carrier: 'tcat' })
      await move(one.orderId, 'deliver')
      expect(await entries(one)).toEqual([])
      await move(one.orderId, 'complete')
    }
    const earned = { leader_id: leader.uid, kind: 'earned', amount: 7 }
    expect(await entries(member)).toEqual([earned])
    expect(await entries(leader)).toEqual([])
    const back = () =>
      admin.post(`/admin/order/${member.orderId}/refund`, { amount: 10, reason: '破損' })
    expect((await back()).status).toBe(200)
    await runAllMoney()
    expect((await back()).status).toBe(200)
    await runAllMoney()
    const reversed = { ...earned, kind: 'reversed', amount: -1 }
    expect(await entries(member)).toEqual([earned, reversed, reversed])
    const returned = await admin.post(`/admin/order/${member.orderId}/return`, {
      reason: '不合',
      refund: 80,
      lines: [],
    })
    expect(returned.status).toBe(200)
    await runAllMoney()
    expect(await entries(member)).toEqual([earned, reversed, reversed, { ...reversed, amount: -5 }])
  })

  it('falls with what goes back of the goods, not of the shipping fee (MEND-12)', async () => {
    const values = { fee: 60, free_over: null }
    expect((await admin.put('/admin/settings/shipping', { version: 0, values })).status).toBe(200)
    const campaign = await openCampaign(shop, { minTarget: 2, commissionPercent: 7 })
    const leader = await joinAs(shop, campaign, 1)
    const member = await joinAs(shop, campaign, 3)
    const { orderId } = member
    await shop.rows('update groups set leader_id = $2 where id = $1', [
      campaign.groupId,
      leader.uid,
    ])
    await endGroup(shop, campaign)
    await pay(member)
    await runAllMoney()
    await admin.post(`/admin/order/${orderId}/prepare`)
    await admin.post(`/admin/order/${orderId}/parcel`, { carrier: 'tcat' })
    await move(orderId, 'deliver', 'complete')
    const commission = async () => {
      const [row] = await shop.rows<{ sum: number }>(
        'select sum(amount)::int from commission_entries where order_id = $1',
        [orderId],
      )
      return row?.sum
    }
    const { order } = (await member.get(`/order/${orderId}`)).body
    expect([order.total, await commission()]).toEqual([360, 21])
    await admin.post(`/admin/order/${orderId}/refund`, { amount: 60, reason: '免運' })
    await runAllMoney()
    expect(await commission()).toBe(21)
    const [line_id] = Object.keys(order.products)
    const returned = { reason: '不合', refund: 100, lines: [{ line_id, qty: 1, to_stock: true }] }
    expect((await admin.post(`/admin/order/${orderId}/return`, returned)).status).toBe(200)
    await runAllMoney()
    expect(await commission()).toBe(14)
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
    const free = { fee: 0, free_over: null }
    await admin.put('/admin/settings/shipping', { version: 1, values: free })
  })

  it('ends as the percent of what was kept, in each order of refunds and completion (LEADER-11)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2, commissionPercent: 7 })
    const leader = await joinAs(shop, campaign, 1)
    const runs: { member: JoinedMember; steps: RefundStep[] }[] = []
    for (const steps of refundSequences) {
      runs.push({ member: await joinAs(shop, campaign, 1), steps })
    }
    await shop.rows('update groups set leader_id = $2 where id = $1', [
      campaign.groupId,
      leader.uid,
    ])
    await endGroup(shop, campaign)
    for (const { member, steps } of runs) {
      const { orderId } = member
      const trade = await pay(member)
      await runAllMoney()
      await admin.post(`/admin/order/${orderId}/prepare`)
      await admin.post(`/admin/order/${orderId}/parcel`, { carrier: 'tcat' })
      await move(orderId, 'deliver')
      for (const step of steps) {
        await takeRefundStep(step, { orderId, trade })
        expect([steps, step, await brokenChecks(shop.databaseUrl)]).toEqual([steps, step, []])
      }
      const [books] = await shop.rows<{ kept: number; commission: number }>(
        `select (select total - (select coalesce(sum(amount), 0) from refunds
            where order_id = $1 and state = 'done') from orders where id = $1)::int as kept,
          (select coalesce(sum(amount), 0) from commission_entries where order_id = $1)::int as commission`,
        [orderId],
      )
      const kept = books?.kept ?? 0
      expect([steps, books]).toEqual([steps, { kept, commission: Math.floor((kept * 7) / 100) }])
    }
  })

  it('is that of what counted, though the order was paid more than once (LEADER-11)', async () => {
    const campaign = await openCampaign(shop, { minTarget: 2, commissionPercent: 7 })
    const leader = await joinAs(shop, campaign, 1)
    const { orderId, ...member } = await joinAs(shop, campaign, 1)
    await shop.rows('update groups set leader_id = $2 where id = $1', [
      campaign.groupId,
      leader.uid,
    ])
    await endGroup(shop, campaign)
    const attempts = [0, 1, 2].map(() => shop.open(member, orderId))
    const [first, second, late] = await Promise.all(attempts)
    if (!first || !second || !late) throw new Error('not begun')
    await shop.act(first, 'pay')
    await shop.act(second, 'pay')
    await runAllMoney()
    await admin.post(`/admin/order/${orderId}/prepare`)
    await admin.post(`/admin/order/${orderId}/parcel`, { carrier: 'tcat' })
    await move(orderId, 'deliver', 'complete')
    await shop.act(late, 'pay')
    await runAllMoney()
    expect(
      await shop.rows(
        `select (select array_agg(state) from refunds where order_id = $1) as refunds,
          array_agg(kind || ' ' || amount) as commission
         from commission_entries where order_id = $1`,
        [orderId],
      ),
    ).toEqual([{ refunds: ['done', 'done'], commission: ['earned 7'] }])
  })
})
