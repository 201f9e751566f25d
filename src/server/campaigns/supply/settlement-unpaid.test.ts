import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openPlaces } from '../../testing/test-arrivals.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())

const settlementOf = async (id: string) =>
  (await owner.get(`/admin/campaign/${id}/settlement`)).body.settlement

describe('結算 of what is sent before it is paid', () => {
  const sendAndReturn = async (orderId: string | undefined) => {
    const path = `/admin/order/${orderId}`
    expect((await owner.post(`${path}/parcel`, { carrier: 'own' })).status).toBe(200)
    const back = { reason: '逾期未取', refund: 0, lines: [] }
    expect((await owner.post(`${path}/return`, back)).status).toBe(200)
  }

  it('has 取貨付款 in 未付 until it is picked up, and nowhere once the parcel is back (CAMP-18)', async () => {
    const { campaign, places } = await openPlaces(shop, owner, [
      { qty: 4, pays: 'on_delivery' },
      { qty: 6 },
    ])
    expect(await settlementOf(campaign.id)).toMatchObject({
      products: [{ succeeded: 10 }],
      money: { due: 900, received: 540, unpaid: 360 },
    })
    await sendAndReturn(places[0]?.orderId)
    expect(await settlementOf(campaign.id)).toMatchObject({
      products: [{ succeeded: 6 }],
      money: { due: 540, received: 540, unpaid: 0 },
    })
  })

  it('has what leaders owe in 未付, and nowhere once it is back (CAMP-18, AFTER-06)', async () => {
    const { campaign, places } = await openPlaces(shop, owner, [{ qty: 3, pays: 'ahead' }], {
      isOfLeader: true,
    })
    const money = async () => (await settlementOf(campaign.id)).money
    expect(await money()).toMatchObject({ due: 400, received: 0, unpaid: 400 })
    await sendAndReturn(places[1]?.orderId)
    expect(await money()).toMatchObject({ due: 100, received: 0, unpaid: 100 })
  })
})
