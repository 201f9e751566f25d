import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { orders } from '../db/tables/orders.ts'
import {
  countsOf,
  everythingOfCampaigns,
  joinData,
  moveShopClock,
  openCampaign,
  openParticipant,
} from '../testing/test-campaigns.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'

let shop: TestShop
let counted: TestStock
beforeAll(async () => {
  shop = await openTestShop()
  counted = await openStock(shop)
})
afterAll(() => shop.close())

describe('joining a group', () => {
  it('holds a place, stock and an order at the ceiling, and leaves the cart (JOIN-04) (JOIN-06) (JOIN-07)', async () => {
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    const [product = ''] = campaign.productIds
    await member.post('/cart', { product_id: product, qty: 3 })

    const joined = await member.post(
      `/group/${campaign.code}/participation`,
      joinData(campaign, [2]),
    )
    expect(joined).toMatchObject({
      status: 200,
      body: {
        message: '跟團成功，成團前不需付款',
        participation: { state: 'held', qty: 2, quoted_total: 200, can_withdraw: true },
      },
    })
    expect(await counted.numbers(product)).toEqual([1_000, 2])
    expect(await countsOf(shop, campaign.groupId)).toEqual({
      state: 'forming',
      taken: [2, 1],
      counted: [2, 1],
      live: [2, 1],
    })
    expect((await member.get('/cart')).body.data.carts).toMatchObject([{ qty: 3 }])
    const [order] = (await member.get('/orders')).body.orders
    expect(order).toMatchObject({
      total: 200,
      state: 'placed',
      group: { code: campaign.code, campaign_id: campaign.id, title: '秋茶團購' },
    })
    expect(order).not.toHaveProperty('expires_at')
  })
})
