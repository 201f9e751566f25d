import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { voidAttempt } from '../../payments/paying/authorisation.jobs.ts'
import { sendVoid } from '../../payments/paying/authorisations.ts'
import { brokenChecks } from '../../testing/broken-checks.ts'
import {
  type OpenTrade,
  openTryOutShop,
  type TryOutShop,
} from '../../testing/doubles/try-out-shop.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import { moveShopClock, openCampaign, type TestCampaign } from '../../testing/test-campaigns.ts'
import {
  closingDeps,
  endGroup,
  groupOf,
  type JoinedMember,
  joinAs,
  mailKindsTo,
  placeOf,
} from '../../testing/test-closing.ts'
import { takeGroupTurn } from '../turn-group.ts'
import { applyDecision } from './apply-decision.ts'

let shop: TryOutShop
beforeAll(async () => {
  shop = await openTryOutShop({
    autoCapture: false,
    env: { DEVELOPMENT: '1' },
  })
})
afterAll(() => shop.close())
afterEach(async () => {
  await runAllMoney()
  const broken = await brokenChecks(shop.databaseUrl)
  await moveShopClock(shop, '0 seconds')
  expect(broken).toEqual([])
})

async function runAllMoney(): Promise<void> {
  for (let runs = 0; runs < 3; runs++) await shop.runMoneyJobs()
}

const openCard = (values: object = {}) =>
  openCampaign(shop, { money: 'authorise_capture', minTarget: 2, graceMinutes: 15, ...values })

async function authorise(member: JoinedMember): Promise<OpenTrade> {
  const trade = await shop.open(member, member.orderId)
  await shop.act(trade, 'pay')
  return trade
}

async function takeTurn({ groupId }: TestCampaign): Promise<void> {
  await takeGroupTurn(closingDeps(shop), groupId)
  await applyDecision(closingDeps(shop), groupId)
}

/** The mails that a member got, apart from the confirmation of the order. */
function mailsAfterJoining({ email }: JoinedMember) {
  return shop.rows(
    `select kind, text_body as text from mail_outbox
     where recipient = $1 and kind is distinct from 'placed' order by id`,
    [email],
  )
}

const ledgerOf = (trade: OpenTrade) =>
  shop.trade(trade).card?.ledger.map(({ action, amount }) => `${action} ${amount}`)

describe('the grace after the deadline', () => {
  it('counts a place whose authorisation comes within it, and decides then (CLOSING-08)', async () => {
    const campaign = await openCard()
    const first = await joinAs(shop, campaign, 1)
    await authorise(first)
    const late = await joinAs(shop, campaign, 1)
    const trade = await shop.open(late, late.orderId)
    await moveShopClock(shop, '24 hours 3 minutes')
    await takeTurn(campaign)
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({ state: 'closing', outcome: null })
    await shop.act(trade, 'pay')
    expect(await placeOf(shop, late)).toMatchObject({ state: 'authorised' })
    await takeTurn(campaign)
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({
      outcome: 'succeeded',
      units_final: 2,
    })
  })

  it('asks for each place that is still held when it is over, which lapses; what is authorised later is voided (CLOSING-08) (CLOSING-09)', async () => {
    const campaign = await openCard()
    const members = [await joinAs(shop, campaign, 1), await joinAs(shop, campaign, 1)]
    for (const member of members) await authorise(member)
    const late = await joinAs(shop, campaign, 1)
    const trade = await shop.open(late, late.orderId)
    await moveShopClock(shop, '24 hours 1 minute')
    await takeTurn(campaign)
    await moveShopClock(shop, '24 hours 17 minutes')
    await takeTurn(campaign)
    expect(await placeOf(shop, late)).toMatchObject({ state: 'lapsed', order_state: 'cancelled' })
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({
      outcome: 'succeeded',
      units_final: 2,
    })
    await shop.act(trade, 'pay')
    await runAllMoney()
    expect(await placeOf(shop, late)).toMatchObject({ state: 'lapsed' })
    expect(ledgerOf(trade)).toEqual(['N 100'])
  })

  it('counts what the gateway knows though its callback was lost (CLOSING-09)', async () => {
    const campaign = await openCard()
    const members = [await joinAs(shop, campaign, 1), await joinAs(shop, campaign, 1)]
    shop.running.gateway.settings.holdsNotices = true
    for (const member of members) await authorise(member)
    shop.running.gateway.settings.holdsNotices = false
    expect(
      await placeOf(shop, { participationId: members[0]?.participationId ?? '' }),
    ).toMatchObject({
      state: 'held',
    })
    await moveShopClock(shop, '24 hours 1 minute')
    await takeTurn(campaign)
    await moveShopClock(shop, '24 hours 17 minutes')
    await takeTurn(campaign)
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({
      outcome: 'succeeded',
      units_final: 2,
    })
  })

  it('is waited out while the gateway is away, for 60 minutes and no longer (CLOSING-09)', async () => {
    const campaign = await openCard()
    const members = [await joinAs(shop, campaign, 1), await joinAs(shop, campaign, 1)]
    for (const member of members) await authorise(member)
    const unknown = await joinAs(shop, campaign, 1)
    const trade = await shop.open(unknown, unknown.orderId)
    await moveShopClock(shop, '24 hours 1 minute')
    await takeTurn(campaign)
    shop.running.gateway.settings.fault = 'error'
    for (const minutes of [17, 74]) {
      await moveShopClock(shop, `24 hours ${minutes} minutes`)
      await takeTurn(campaign)
      expect(await groupOf(shop, campaign.groupId)).toMatchObject({ state: 'closing' })
    }
    await moveShopClock(shop, '24 hours 77 minutes')
    await takeTurn(campaign)
    shop.running.gateway.settings.fault = 'none'
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({
      outcome: 'succeeded',
      units_final: 2,
    })
    expect(await placeOf(shop, unknown)).toMatchObject({ state: 'released' })
    await shop.act(trade, 'pay')
    await runAllMoney()
    expect(ledgerOf(trade)).toEqual(['N 100'])
  })
})

describe('an authorised place', () => {
  it('is captured once at its final total; the difference goes back by the same books (SETTLE-11) (SETTLE-12)', async () => {
    const campaign = await openCard({ minTarget: 10 })
    const member = await joinAs(shop, campaign, 10)
    const trade = await authorise(member)
    await moveShopClock(shop, '25 hours')
    // Grace is not waited for: nothing is under way.
    await Promise.all([takeTurn(campaign), takeTurn(campaign)])
    expect(await placeOf(shop, member)).toMatchObject({ final_total: 900, total: 900 })
    await runAllMoney()
    expect(await placeOf(shop, member)).toMatchObject({ state: 'confirmed', order_state: 'paid' })
    expect(ledgerOf(trade)).toEqual(['C 1000', 'R 100'])
    const kinds = await mailKindsTo(shop, member.email)
    expect(kinds.filter((kind) => kind === 'group_captured')).toHaveLength(1)
    const { order, refunds } = (await member.get(`/order/${member.orderId}`)).body
    expect(order).toMatchObject({ total: 900, payment_state: 'paid' })
    expect(refunds).toEqual([])
  })

  it('is not refunded but cancelled, and no refund is offered (SETTLE-11)', async () => {
    const campaign = await openCard()
    const members = [await joinAs(shop, campaign, 1), await joinAs(shop, campaign, 2)]
    const trades: OpenTrade[] = []
    for (const member of members) trades.push(await authorise(member))
    const owner = await openAdministrator(shop)
    const path = `/admin/order/${members[0]?.orderId}`
    expect((await owner.get(path)).body.refundable).toBe(0)
    expect(await owner.post(`${path}/refund`, { amount: 100, reason: '缺貨' })).toMatchObject({
      status: 409,
      body: { code: 'REFUND_AUTHORISED', message: '此訂單只有授權，尚未請款，請改用取消訂單' },
    })
    expect((await owner.post(`${path}/cancel`, { reason: '缺貨' })).status).toBe(200)
    await endGroup(shop, campaign)
    await runAllMoney()
    expect(trades.map(ledgerOf)).toEqual([['N 100'], ['C 200']])
  })

  it('is not marked as paid before its group has succeeded (SETTLE-15)', async () => {
    const campaign = await openCard()
    const member = await joinAs(shop, campaign, 1)
    await authorise(member)
    const owner = await openAdministrator(shop)
    expect(await owner.put(`/admin/order/${member.orderId}`, { is_paid: true })).toMatchObject({
      status: 409,
      body: { code: 'ORDER_GROUP_OPEN', message: '尚未成團，不能標記為已付款' },
    })
    expect(await placeOf(shop, member)).toMatchObject({ state: 'authorised' })
  })

  it('without its authorisation is released, and the places behind it are captured (SETTLE-11)', async () => {
    const campaign = await openCard()
    const members: JoinedMember[] = []
    for (const qty of [1, 2, 3]) members.push(await joinAs(shop, campaign, qty))
    const trades: OpenTrade[] = []
    for (const member of members) trades.push(await authorise(member))
    const [, given] = members
    await shop.rows(`update payments set status = 'voided' where order_id = $1`, [given?.orderId])
    await endGroup(shop, campaign)
    await runAllMoney()
    const places: unknown[] = []
    for (const member of members) places.push(await placeOf(shop, member))
    expect(places).toMatchObject([
      { state: 'confirmed', order_state: 'paid' },
      { state: 'released', order_state: 'cancelled', cancel_reason: '未列入成團的份數' },
      { state: 'confirmed', order_state: 'paid' },
    ])
    expect(trades.map(ledgerOf)).toEqual([['C 100'], [], ['C 300']])
  })

  it('that the leader hands out is told so, and nothing of the post (SETTLE-12)', async () => {
    const words = { each: '接下來會備貨並寄出', leader: '接下來會備貨，由團主發放' } as const
    for (const delivery of ['each', 'leader'] as const) {
      const campaign = await openCard({ minTarget: 1, delivery })
      const member = await joinAs(shop, campaign, 1)
      await authorise(member)
      await moveShopClock(shop, '25 hours')
      await takeTurn(campaign)
      await runAllMoney()
      const text = expect.stringContaining(words[delivery])
      const mails = await mailsAfterJoining(member)
      expect(mails).toContainEqual({ kind: 'group_captured', text })
      expect(mails).toContainEqual({ kind: 'paid', text })
      await moveShopClock(shop, '0 hours')
    }
  })

  it('whose final price its coupon rounds down to nothing is paid, and its card released (SETTLE-11)', async () => {
    const campaign = await openCampaign(
      shop,
      { money: 'authorise_capture', minTarget: 2, graceMinutes: 15, coupons: true },
      {
        tiers: [
          [1, 100],
          [2, 4],
        ],
      },
    )
    const coupon = await shop.coupon({ allowsGroup: true, percent: 10 })
    const first = await joinAs(shop, campaign, 1, { coupon: coupon.code })
    const second = await joinAs(shop, campaign, 1, { coupon: coupon.code })
    const trades = [await authorise(first), await authorise(second)]
    await moveShopClock(shop, '25 hours')
    await takeTurn(campaign)
    await runAllMoney()
    for (const member of [first, second]) {
      const paid = { state: 'confirmed', order_state: 'paid', final_total: 0, total: 0 }
      expect(await placeOf(shop, member)).toMatchObject(paid)
    }
    expect(trades.map(ledgerOf)).toEqual([['N 10'], ['N 10']])
    // Marked as unpaid, it can be paid anew.
    const owner = await openAdministrator(shop)
    const unpaid = await owner.put(`/admin/order/${first.orderId}`, { is_paid: false })
    expect(unpaid.status).toBe(200)
    const due = { state: 'awaiting_payment', order_state: 'placed', is_payable: true }
    expect(await placeOf(shop, first)).toMatchObject(due)
  })

  it('whose capture is refused for good may be paid in another way for 48 hours (SETTLE-13)', async () => {
    const campaign = await openCard({ minTarget: 1 })
    const member = await joinAs(shop, campaign, 1)
    const trade = await authorise(member)
    await moveShopClock(shop, '25 hours')
    const { card } = shop.trade(trade)
    if (card) card.state = '已取消'
    await takeTurn(campaign)
    await runAllMoney()
    expect(await placeOf(shop, member)).toMatchObject({
      state: 'awaiting_payment',
      order_state: 'placed',
      is_payable: true,
    })
    expect(await mailKindsTo(shop, member.email)).toContain('group_capture_failed')
    expect(await groupOf(shop, campaign.groupId)).toMatchObject({ outcome: 'succeeded' })
    const other = await shop.open(member, member.orderId, 'atm')
    await shop.act(other, 'issue', 'deposit')
    expect(await placeOf(shop, member)).toMatchObject({ state: 'confirmed' })
  })

  it('of a group that fails is voided once and released with one mail of its own (SETTLE-14)', async () => {
    const campaign = await openCard({ minTarget: 5 })
    const member = await joinAs(shop, campaign, 2)
    const trade = await authorise(member)
    await endGroup(shop, campaign)
    await Promise.all([takeTurn(campaign), runAllMoney()])
    await runAllMoney()
    expect(ledgerOf(trade)).toEqual(['N 200'])
    expect(await placeOf(shop, member)).toMatchObject({ state: 'released' })
    expect(await mailsAfterJoining(member)).toEqual([
      { kind: 'group_failed', text: expect.stringContaining('未成團，刷卡授權已取消') },
    ])
  })

  it('of a group that the owner cancels is voided once and released with one mail that names the reason (SETTLE-14)', async () => {
    const campaign = await openCard({ minTarget: 5 })
    const members = [await joinAs(shop, campaign, 2), await joinAs(shop, campaign, 1)]
    const trades: OpenTrade[] = []
    for (const member of members) trades.push(await authorise(member))
    const owner = await openAdministrator(shop)
    const path = `/admin/campaign/${campaign.id}/cancel`
    expect((await owner.post(path, { reason: '茶園缺貨' })).status).toBe(200)
    const apply = () => applyDecision(closingDeps(shop), campaign.groupId)
    await Promise.all([apply(), apply(), runAllMoney()])
    await runAllMoney()
    expect(trades.map(ledgerOf)).toEqual([['N 200'], ['N 100']])
    for (const member of members) {
      expect(await placeOf(shop, member)).toMatchObject({
        state: 'released',
        order_state: 'cancelled',
        cancel_reason: '團購已取消：茶園缺貨',
      })
      expect(await mailsAfterJoining(member)).toEqual([
        { kind: 'group_cancelled', text: expect.stringContaining('取消原因：茶園缺貨') },
      ])
    }
  })

  it('is voided half an hour after a gateway is back that was away for 6 hours, and once (SETTLE-14)', async () => {
    const campaign = await openCard({ minTarget: 5 })
    const members = [await joinAs(shop, campaign, 2), await joinAs(shop, campaign, 1)]
    const trades: OpenTrade[] = []
    for (const member of members) trades.push(await authorise(member))
    await moveShopClock(shop, '25 hours')
    const { settings } = shop.running.gateway
    onTestFinished(() => {
      settings.fault = 'none'
    })
    settings.fault = 'error'
    await takeTurn(campaign)
    const backAfter = 6 * 60 * 60
    for (const [index, trade] of trades.entries()) {
      const tryToVoid = () => sendVoid(shop.payments, trade, { isLast: false })
      expect(await placeOf(shop, members[index] as JoinedMember)).toMatchObject({
        state: 'released',
      })
      // Each try as the job makes it: at once, then after each of its waits.
      let seconds = 0
      let tries = 0
      settings.fault = 'error'
      while (seconds < backAfter) {
        await expect(tryToVoid()).rejects.toThrow('not released')
        expect(ledgerOf(trade)).toEqual([])
        // The gateway may be back at any moment; a job without a wait left would have given up.
        const wait = voidAttempt.retryWaits[tries++] ?? Number.POSITIVE_INFINITY
        expect(wait).toBeLessThanOrEqual(30 * 60)
        seconds += wait
      }
      settings.fault = 'none'
      await tryToVoid()
      await tryToVoid()
    }
    expect(trades.map(ledgerOf)).toEqual([['N 200'], ['N 100']])
    const unvoided = await shop.rows(
      `select id from payments where task is not null and order_id = any($1)`,
      [members.map(({ orderId }) => orderId)],
    )
    expect(unvoided).toEqual([])
  })
})
