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

describe('the method of a place (SHIP-03, SHIP-04)', () => {
  const base = {
    ...{ free_over: null, outlying: { mode: 'same' }, temperatures: ['normal'], mixes: false },
    ...{ max_weight_g: null, max_sides_mm: null, max_amount: null, cod: false, is_on: true },
  }
  let owner: Awaited<ReturnType<typeof openAdministrator>>
  const create = async (method: object): Promise<string> =>
    (await owner.post('/admin/shipping-method', { ...base, ...method })).body.method.id

  it('is one of those that its campaign offers, at the fee that was shown', async () => {
    owner = await openAdministrator(shop)
    await setShipping({ fee: 60, free_over: null })
    const places = [{ name: '中山店', address: '臺北市中山區', hours: '' }]
    const own = await create({ kind: 'place', name: '自取', fee: 10, places })
    const express = await create({ kind: 'home', name: '快遞', fee: 200 })
    const campaign = await openCampaign(shop, { shippingMethodIds: [own, express] })
    const member = await openParticipant(shop)
    const { user, ...data } = joinData(campaign, [1])
    const { address: _, ...person } = user as { address: string }
    const join = (shipping: object) =>
      member.post(`/group/${campaign.code}/participation`, { ...data, user: person, shipping })
    const asked = { ...data, shipping: { shipping_method: own } }
    const { quote } = (await member.post(`/campaign/${campaign.id}/quote`, asked)).body
    expect(quote).toMatchObject({ shipping_fee: 10, total: 110, shipping: { chosen: own } })
    const names = quote.shipping.methods.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['自取', '快遞'])
    expect((await join({ method_id: 'home' })).body.code).toBe('SHIPPING_METHOD_GONE')
    expect((await join({ method_id: own, fee: 9 })).body).toMatchObject({ shipping_fee: 10 })
    const { participation } = (await join({ method_id: own, fee: 10 })).body
    const place = { id: participation.id, orderId: participation.order_id }
    const read = async () => (await member.get(`/order/${place.orderId}`)).body.order
    expect(await read()).toMatchObject({
      ...{ total: 110, user: { address: '自取 中山店（臺北市中山區）' } },
      shipping: { kind: 'place', name: '自取', fee: 10, place: { name: '中山店' } },
    })

    // A change pays what its method costs by then, and keeps the fee of one that is gone.
    const change = (qty: number) =>
      member.put(`/participation/${place.id}`, { lines: joinData(campaign, [qty]).lines })
    await owner.put(`/admin/shipping-method/${own}`, {
      ...{ ...base, kind: 'place', name: '自取', fee: 30, places },
      version: 1,
    })
    await change(2)
    expect(await read()).toMatchObject({ total: 230, shipping_fee: 30 })
    await owner.delete(`/admin/shipping-method/${own}`)
    await change(3)
    expect(await read()).toMatchObject({ total: 330, shipping_fee: 30 })
  })

  it('is any of the shop where the campaign names none, or only such as are gone', async () => {
    const campaign = await openCampaign(shop, { shippingMethodIds: ['-gone'] })
    const member = await openParticipant(shop)
    const data = { ...joinData(campaign, [1]), shipping: { method_id: 'home', fee: 60 } }
    const { body } = await member.post(`/group/${campaign.code}/participation`, data)
    expect(body.participation).toMatchObject({ quoted_total: 160 })
  })
})
