import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stock } from '../../db/tables/stock.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop({ env: { WRITE_LIMITS: '1' } })
})
afterAll(() => shop.close())

async function countedProduct(onHand = 5_000): Promise<string> {
  const productId = await shop.product({ title: '鳳梨酥' })
  await shop.database.db.insert(stock).values({ variantId: productId, onHand, held: 0 })
  return productId
}

let people = 0
/** The ids of two counted variants of one product. */
async function countedVariants(): Promise<string[]> {
  const admin = await openAdministrator(shop)
  const { body } = await admin.post('/admin/product', {
    ...{
      title: '鳳梨酥',
      category: '點心',
      unit: '盒',
      origin_price: 500,
      price: 400,
      is_enabled: 1,
    },
    options: [{ name: '口味', values: ['原味', '抹茶'] }],
    variants: [
      { option_values: ['原味'], price: 400 },
      { option_values: ['抹茶'], price: 420 },
    ],
  })
  const ids: string[] = body.product.variants.map(({ id }: { id: string }) => id)
  for (const id of ids) await admin.put(`/admin/stock/${id}`, { on_hand: 5_000, reason: 'counted' })
  return ids
}

async function order(guest: Visitor, of: { product: string; qty?: number; email?: string }) {
  const { product: product_id, qty = 1, email = `shopper-${++people}@example.com` } = of
  await guest.post('/cart', { product_id, qty })
  const answer = await guest.post('/order', { ...orderData, user: { ...orderData.user, email } })
  return { ...answer, code: answer.body.code }
}
const refusal = { status: 409, code: 'ORDER_UNPAID_LIMIT' }

describe('what is held and unpaid', () => {
  it('is bounded by pieces of a product in all its variants (MEND-55) (VAR-03)', async () => {
    const [product = '', matcha = ''] = await countedVariants()
    const guest = shop.guest()
    await guest.post('/cart', { product_id: product, variant_id: matcha, qty: 30 })
    expect(await order(guest, { product, qty: 30 })).toMatchObject(refusal)
    const other = shop.guest()
    await other.post('/cart', { product_id: product, variant_id: matcha, qty: 20 })
    expect(await order(other, { product, qty: 30, email: 'both@example.com' })).toMatchObject({
      status: 200,
    })
    await other.post('/cart', { product_id: product, variant_id: matcha, qty: 1 })
    expect((await other.post('/order', orderData)).body.code).toBe(refusal.code)
  })

  it('is bounded by pieces of a product for a guest and a mailbox, more widely for one who has paid (MEND-55)', async () => {
    const [product, guest] = [await countedProduct(), shop.guest()]
    const email = 'holder@example.com'
    const first = await order(guest, { product, qty: 50, email })
    expect(first.status).toBe(200)
    const second = await order(guest, { product })
    expect(second).toMatchObject(refusal)
    expect(second.body.message).toBe(
      '付款前最多保留 50 件「鳳梨酥」，還可以訂 0 件，請減少數量或先完成付款',
    )
    expect(await order(shop.guest(), { product, email: 'Holder+2@example.com' })).toMatchObject(
      refusal,
    )
    await guest.post(`/pay/${first.body.orderId}`)
    expect((await order(guest, { product, qty: 150, email })).status).toBe(200)
    // Before the first order is cancelled and its money given back, or after.
    expect(await order(guest, { product, qty: 51, email })).toMatchObject(refusal)
  })

  it('is bounded, too, when a change adds it to a paid order (AFTER-08)', async () => {
    const product = await countedProduct()
    const guest = shop.guest()
    const { orderId: id } = (await order(guest, { product })).body
    await guest.post(`/pay/${id}`)
    const changeTo = async (qty: number) => {
      const lines = [{ product_id: product, qty }]
      const { difference } = (await guest.put(`/order/${id}`, { lines, preview: true })).body
      const done = await guest.put(`/order/${id}`, { lines, expected_difference: difference })
      return { ...done, code: done.body.code }
    }
    expect(await changeTo(201)).toMatchObject(refusal)
    expect(await changeTo(200)).toMatchObject({ status: 200, body: { to_pay: 199_000 } })
  })

  it('is bounded by orders of a counted product, and not of one without a count (MEND-55)', async () => {
    const [product, uncounted] = [await countedProduct(), await shop.product()]
    const guest = shop.guest()
    for (let n = 0; n < 20; n++) expect((await order(guest, { product })).status).toBe(200)
    expect(await order(guest, { product })).toMatchObject(refusal)
    const other = shop.guest()
    for (let n = 0; n < 30; n++) {
      expect((await order(other, { product: uncounted, qty: 300 })).status).toBe(200)
    }
  })

  it('is bounded by the network, also for orders that are sent at once (MEND-50, MEND-55)', async () => {
    const product = await countedProduct()
    const guests = Array.from({ length: 12 }, () => shop.guest())
    const answers = await Promise.all(guests.map((guest) => order(guest, { product, qty: 50 })))
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken).toHaveLength(10)
    const { body } = answers.find(({ status }) => status !== 200) ?? {}
    expect(body.message).toContain('您所在的網路')
  })
})

it('orders of one guest that nobody has paid are bounded, whatever they hold (MEND-50)', async () => {
  const [product, guest] = [await shop.product(), shop.guest()]
  for (let n = 0; n < 50; n++) expect((await order(guest, { product })).status).toBe(200)
  expect(await order(guest, { product })).toMatchObject(refusal)
})
