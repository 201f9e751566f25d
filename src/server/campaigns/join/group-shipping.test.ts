import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { brokenChecks } from '../../testing/broken-checks.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import {
  joinData,
  openCampaign,
  openParticipant,
  type TestCampaign,
} from '../../testing/test-campaigns.ts'
import { endGroup, type JoinedMember, joinAs, placeOf } from '../../testing/test-closing.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let setShipping: (values: { fee: number; free_over: number | null }) => Promise<void>
beforeAll(async () => {
  shop = await openTestShop()
  const owner = await openAdministrator(shop)
  let version = 0
  setShipping = async (values) => {
    const { status } = await owner.put('/admin/settings/shipping', { version, values })
    expect(status).toBe(200)
    version++
  }
})
afterAll(() => shop.close())

const orderOf = async (member: JoinedMember) =>
  (await member.get(`/order/${member.orderId}`)).body.order

describe('the shipping of an order in a group (SETTING-16)', () => {
  it('is that which its place was shown when it was taken, also when its price falls', async () => {
    await setShipping({ fee: 60, free_over: 950 })
    const campaign = await openCampaign(shop)
    const member = await joinAs(shop, campaign, 10)
    const few = await joinAs(shop, campaign, 1, { expected_total: 160 })
    expect(await orderOf(few)).toMatchObject({ total: 160, shipping_fee: 60 })
    expect(await orderOf(member)).toMatchObject({ total: 1_000 })
    await setShipping({ fee: 200, free_over: null })
    await endGroup(shop, campaign)
    // From 10 units at 90: the sum is below that from which shipping was free.
    expect(await orderOf(member)).toMatchObject({ total: 900 })
    expect(await orderOf(member)).not.toHaveProperty('shipping_fee')
    expect(await placeOf(shop, few)).toMatchObject({ final_total: 150, total: 150 })
    expect(await brokenChecks(shop.databaseUrl)).toEqual([])
  })

  it('is that of its last change, which is refused when another sum was shown', async () => {
    await setShipping({ fee: 60, free_over: 300 })
    const campaign = await openCampaign(shop)
    const member = await joinAs(shop, campaign, 1)
    const lines = (qty: number) => joinData(campaign, [qty]).lines
    const change = (data: object) => member.put(`/participation/${member.participationId}`, data)
    const other = await change({ lines: lines(2), expected_total: 200 })
    expect([other.status, other.body.message]).toEqual([409, '金額已變更為 NT$260，請重新確認'])
    expect((await change({ lines: lines(2), expected_total: 260 })).status).toBe(200)
    expect(await orderOf(member)).toMatchObject({ total: 260, shipping_fee: 60 })
    expect((await change({ lines: lines(3), expected_total: 300 })).status).toBe(200)
    expect(await orderOf(member)).not.toHaveProperty('shipping_fee')
  })

  it('is none where the leader hands out', async () => {
    await setShipping({ fee: 60, free_over: null })
    const team: TestCampaign = await openCampaign(shop, { kind: 'team', delivery: 'leader' })
    const leader = await openParticipant(shop)
    const { body } = await leader.post(
      `/campaign/${team.id}/group`,
      joinData(team, [1], { pickup_place: '捷運中山站', expected_total: 100 }),
    )
    expect(body.participation).toMatchObject({ quoted_total: 100 })
  })
})

describe('a quote of a place (MEND-24)', () => {
  it('is what joining and changing then accept, with fee, coupon and when it is due', async () => {
    await setShipping({ fee: 60, free_over: 300 })
    const campaign = await openCampaign(shop, { coupons: true })
    const coupon = await shop.coupon({ allowsGroup: true, percent: 90 })
    const member = await openParticipant(shop)
    const lines = (qty: number) => joinData(campaign, [qty]).lines
    const asked = { lines: lines(2), coupon: coupon.code }
    const { body } = await member.post(`/campaign/${campaign.id}/quote`, asked)
    expect(body.quote).toEqual({
      ...{ subtotal: 200, discount: 20, shipping_fee: 60, total: 240 },
      ...{ due_now: 0, due_later: 240 },
    })
    const join = (expected_total: number) =>
      member.post(
        `/group/${campaign.code}/participation`,
        joinData(campaign, [2], { coupon: coupon.code, expected_total }),
      )
    const other = await join(260)
    expect([other.status, other.body.message]).toEqual([409, '金額已變更為 NT$240，請重新確認'])
    const { participation } = (await join(body.quote.total)).body
    expect(participation).toMatchObject({ quoted_total: 240 })

    const place = `/participation/${participation.id}`
    const quoted = async (qty: number) =>
      (await member.post(`${place}/quote`, { lines: lines(qty) })).body.quote
    // Four are 400, 360 with the coupon: shipping is free.
    expect(await quoted(4)).toMatchObject({ discount: 40, shipping_fee: 0, total: 360 })
    await setShipping({ fee: 90, free_over: null })
    // With the same pieces a place keeps what it costs.
    expect(await quoted(2)).toEqual(body.quote)
    const change = { lines: lines(3), expected_total: (await quoted(3)).total }
    expect((await member.put(place, change)).body.participation).toMatchObject({
      quoted_total: 360,
    })
  })

  it('says what a card authorises at once', async () => {
    const campaign = await openCampaign(shop, {
      money: 'authorise_capture',
      delivery: 'leader',
      kind: 'team',
    })
    const member = await openParticipant(shop)
    const { body } = await member.post(`/campaign/${campaign.id}/quote`, joinData(campaign, [1]))
    expect(body.quote).toMatchObject({ total: 100, due_now: 100, due_later: 0 })
  })

  it('refuses a coupon as joining does, and other products', async () => {
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    const quote = (data: object) => member.post(`/campaign/${campaign.id}/quote`, data)
    const withCoupon = await quote({ ...joinData(campaign, [1]), coupon: 'frost' })
    expect([withCoupon.status, withCoupon.body.message]).toEqual([400, '此團購不可使用優惠券'])
    expect((await quote({ lines: [{ product_id: '-other', qty: 1 }] })).status).toBe(400)
  })
})
