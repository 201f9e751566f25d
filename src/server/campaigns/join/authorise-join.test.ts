import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expireIfDue } from '../../payments/news/expire-orders.ts'
import {
  type OpenTrade,
  openTryOutShop,
  type TryOutShop,
} from '../../testing/doubles/try-out-shop.ts'
import {
  countsOf,
  footprint,
  joinData,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { closingDeps, type JoinedMember, joinAs, placeOf } from '../../testing/test-closing.ts'
import { sweep } from '../closing/sweep.ts'

let shop: TryOutShop
beforeAll(async () => {
  shop = await openTryOutShop({ autoCapture: false })
})
afterAll(() => shop.close())

const openCard = () => openCampaign(shop, { money: 'authorise_capture', maxUnits: 20 })
const ledgerOf = (trade: OpenTrade) =>
  shop.trade(trade).card?.ledger.map(({ action, amount }) => `${action} ${amount}`)

/** The 15 minutes of a place are over, and its job runs. */
async function endHold({ orderId }: JoinedMember): Promise<void> {
  await shop.rows(`update orders set expires_at = now() where id = $1 returning id`, [orderId])
  await expireIfDue(shop.payments, { orderId, asks: 0 })
}

const counts = async ({ groupId }: TestCampaign) => {
  const { taken, counted, live } = await countsOf(shop, groupId)
  return { taken, counted, live }
}

describe('a place that waits for an authorisation', () => {
  it('is offered methods that authorise, and no other (JOIN-05)', async () => {
    const member = await joinAs(shop, await openCard())
    const { body } = await member.get(`/order/${member.orderId}/payment`)
    expect(body.data.methods.map(({ method }: { method: string }) => method)).toEqual(['card'])
    const number = await member.post(`/order/${member.orderId}/payment`, { method: 'atm' })
    expect(number.status).toBe(400)
  })

  it('is refused for an amount that no card can be asked for, also by a change (JOIN-05)', async () => {
    const values = { money: 'authorise_capture', maxUnits: 20 } as const
    const campaign = await openCampaign(shop, values, { tiers: [[1, 2]] })
    const member = await openParticipant(shop)
    const user = { name: '王小明', email: member.email, tel: '0912345678', address: '台北市' }
    const before = await footprint(shop, campaign.id)
    const join = (qty: number) =>
      member.post(`/group/${campaign.code}/participation`, joinData(campaign, [qty], { user }))
    expect(await join(2)).toMatchObject({
      status: 400,
      body: { code: 'GROUP_CARD_AMOUNT', message: '此團購以信用卡付款，金額限 NT$5 至 NT$199,999' },
    })
    expect(await footprint(shop, campaign.id)).toEqual(before)
    const { id, order_id: orderId } = (await join(3)).body.participation
    const lines = [{ product_id: campaign.productIds[0], qty: 1 }]
    const change = () => member.put(`/participation/${id}`, { lines })
    expect((await change()).body).toMatchObject({ code: 'GROUP_CARD_AMOUNT' })
    const { body } = await member.get(`/order/${orderId}/payment`)
    expect(body.data).toMatchObject({ total: 6, methods: [{ method: 'card', is_available: true }] })
  })

  it('is not changed while the form of a card is open, so that its authorisation counts (MEND-09)', async () => {
    const campaign = await openCard()
    const member = await joinAs(shop, campaign, 2)
    const trade = await shop.open(member, member.orderId)
    const change = (data: object) => member.put(`/participation/${member.participationId}`, data)
    const lines = (qty: number) => [{ product_id: campaign.productIds[0], qty }]
    expect(await change({ lines: lines(1) })).toMatchObject({
      status: 409,
      body: {
        code: 'GROUP_PAYMENT_OPEN',
        message: '刷卡頁面已開啟，請先完成授權再變更；若不授權，請退出後重新跟團',
      },
    })
    expect((await change({ lines: lines(2), is_anonymous: true })).status).toBe(200)
    await shop.act(trade, 'pay')
    expect(await placeOf(shop, member)).toMatchObject({ state: 'authorised', qty: 2 })
    expect((await change({ lines: lines(1) })).status).toBe(200)
  })

  it('is free again after 15 minutes, whatever attempts were begun (JOIN-22)', async () => {
    const campaign = await openCard()
    const member = await joinAs(shop, campaign, 3)
    const { expires_at: before } = await placeOf(shop, member)
    const trade = await shop.open(member, member.orderId)
    expect((await placeOf(shop, member)).expires_at).toEqual(before)
    await endHold(member)
    expect(await placeOf(shop, member)).toMatchObject({
      state: 'lapsed',
      order_state: 'cancelled',
    })
    expect(await counts(campaign)).toEqual({ taken: [0, 0], counted: [0, 0], live: [0, 0] })
    // It may be taken again, and what is authorised for the place that ended is voided.
    await shop.act(trade, 'pay')
    await shop.runMoneyJobs()
    expect(await placeOf(shop, member)).toMatchObject({ state: 'lapsed' })
    expect(ledgerOf(trade)).toEqual(['N 300'])
  })

  it('counts when the gateway knows of it, though its callback was lost (JOIN-22)', async () => {
    const campaign = await openCard()
    const member = await joinAs(shop, campaign, 2)
    const trade = await shop.open(member, member.orderId)
    shop.running.gateway.settings.holdsNotices = true
    await shop.act(trade, 'pay')
    shop.running.gateway.settings.holdsNotices = false
    expect(await placeOf(shop, member)).toMatchObject({ state: 'held' })
    await endHold(member)
    expect(await placeOf(shop, member)).toMatchObject({ state: 'authorised' })
    expect(await counts(campaign)).toEqual({ taken: [2, 1], counted: [2, 1], live: [2, 1] })
  })

  it('is counted once by callbacks that come twice, and then never expires (JOIN-23)', async () => {
    const campaign = await openCard()
    const member = await joinAs(shop, campaign, 2)
    const trade = await shop.open(member, member.orderId)
    await shop.act(trade, 'pay')
    const fields = await callbackOf(trade)
    for (let n = 0; n < 2; n++) await postCallback(fields)
    await endHold(member)
    expect(await placeOf(shop, member)).toMatchObject({ state: 'authorised' })
    expect(await counts(campaign)).toEqual({ taken: [2, 1], counted: [2, 1], live: [2, 1] })
    expect(ledgerOf(trade) ?? []).toEqual([])
  })

  it('has nothing to pay and no deadline once it is authorised (JOIN-23)', async () => {
    const campaign = await openCard()
    const member = await joinAs(shop, campaign)
    const [first, second] = [
      await shop.open(member, member.orderId),
      await shop.open(member, member.orderId),
    ]
    await shop.act(first, 'pay')
    expect(await placeOf(shop, member)).toMatchObject({ is_payable: false, expires_at: null })
    const { order } = (await member.get(`/order/${member.orderId}`)).body
    expect(order).toMatchObject({ state: 'placed', is_payable: false, awaits_group: true })
    expect(order).not.toHaveProperty('expires_at')
    const options = (await member.get(`/order/${member.orderId}/payment`)).body.data
    expect(options).toMatchObject({ is_payable: false, attempt: { state: 'pending' } })
    expect(options).not.toHaveProperty('expires_at')
    const again = await member.post(`/order/${member.orderId}/payment`, { method: 'card' })
    expect(again).toMatchObject({ status: 409, body: { message: '此訂單已付款' } })
    // The card of a form that was still open is released.
    await shop.act(second, 'pay')
    await shop.runMoneyJobs()
    expect(await placeOf(shop, member)).toMatchObject({ state: 'authorised' })
    expect([first, second].map((trade) => ledgerOf(trade) ?? [])).toEqual([[], ['N 100']])
  })

  it('of an older release, which stayed payable, is set right by the sweep (JOIN-23)', async () => {
    const campaign = await openCard()
    const members = [await joinAs(shop, campaign), await joinAs(shop, campaign)] as const
    await shop.act(await shop.open(members[0], members[0].orderId), 'pay')
    await shop.rows(`update orders set is_payable = true, expires_at = now() where id = $1`, [
      members[0].orderId,
    ])
    await sweep(closingDeps(shop))
    expect(await placeOf(shop, members[0])).toMatchObject({ is_payable: false, expires_at: null })
    const held = { state: 'held', is_payable: true, expires_at: expect.any(Date) }
    expect(await placeOf(shop, members[1])).toMatchObject(held)
  })

  it('is voided once when it is left, and its callback again changes nothing (JOIN-17) (JOIN-23)', async () => {
    const campaign = await openCard()
    const member = await joinAs(shop, campaign, 2)
    const trade = await shop.open(member, member.orderId)
    await shop.act(trade, 'pay')
    const fields = await callbackOf(trade)
    const left = await member.delete(`/participation/${member.participationId}`)
    expect(left.body.message).toBe('已退出')
    await postCallback(fields)
    await shop.runMoneyJobs()
    await shop.runMoneyJobs()
    expect(await placeOf(shop, member)).toMatchObject({ state: 'withdrawn' })
    expect(await counts(campaign)).toEqual({ taken: [0, 0], counted: [0, 0], live: [0, 0] })
    expect(ledgerOf(trade)).toEqual(['N 200'])
  })
})

/** The body of the callback that the shop has had of a trade. */
async function callbackOf({ tradeNo }: OpenTrade): Promise<string> {
  const rows = await shop.rows<{ body: string }>(
    `select convert_from(body, 'UTF8') as body from gateway_callbacks
     where convert_from(body, 'UTF8') like '%' || $1 || '%' order by id limit 1`,
    [tradeNo],
  )
  const [row] = rows
  if (!row) throw new Error(`no callback of ${tradeNo}`)
  return row.body
}

async function postCallback(body: string): Promise<void> {
  expect((await shop.notify(body)).status).toBe(200)
}
