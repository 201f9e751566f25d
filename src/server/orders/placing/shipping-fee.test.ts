import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { settings } from '../../db/tables/settings.ts'
import { createLog } from '../../log.ts'
import { createSettings } from '../../settings/settings.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(settings)
  const values = { fee: 80, free_over: 1_500 }
  await owner.put('/admin/settings/shipping', { version: 0, values })
})

async function shopperWith(price: number) {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product({ price }), qty: 1 })
  return guest
}

describe('a shipping fee', () => {
  it('stands in the cart and is charged with the order, which keeps it (SETTING-10, SETTING-11)', async () => {
    const guest = await shopperWith(1_000)
    const { data: cart } = (await guest.get('/cart')).body
    expect(cart).toMatchObject({
      total: 1_000,
      final_total: 1_000,
      payable: 1_000,
      shipping_fee: 80,
      charge: 1_080,
      free_shipping_in: 500,
    })
    const { body } = await guest.post('/order', { ...orderData, expected_total: cart.charge })
    expect(body.total).toBe(1_080)
    const { order } = (await guest.get(`/order/${body.orderId}`)).body
    expect(order).toMatchObject({ subtotal: 1_000, discount: 0, shipping_fee: 80, total: 1_080 })
    const { rows } = await shop.database.pool.query(
      'select kind, label, amount_hundredths::int as hundredths from order_adjustments where order_id = $1',
      [body.orderId],
    )
    expect(rows).toEqual([{ kind: 'fee', label: '運費', hundredths: 8_000 }])
  })

  it('is lowered by no coupon, and nothing from the discounted sum on that is free', async () => {
    const { code } = await shop.coupon({ percent: 80 })
    const guest = await shopperWith(1_800)
    const free = (await guest.get('/cart')).body.data
    expect(free).toMatchObject({ shipping_fee: 0, charge: 1_800 })
    expect(free).not.toHaveProperty('free_shipping_in')
    await guest.post('/coupon', { code })
    const { data: cart } = (await guest.get('/cart')).body
    expect(cart).toMatchObject({ payable: 1_440, shipping_fee: 80, charge: 1_520 })
    const { body } = await guest.post('/order', orderData)
    const { order } = (await guest.get(`/order/${body.orderId}`)).body
    expect(order).toMatchObject({ discount: 360, shipping_fee: 80, total: 1_520 })
  })

  it('of a shop without one is in no reply (SETTING-11)', async () => {
    await shop.database.db.delete(settings)
    await owner.put('/admin/settings/shipping', {
      version: 0,
      values: { fee: 0, free_over: null },
    })
    const guest = await shopperWith(1_000)
    const { data: cart } = (await guest.get('/cart')).body
    const { orderId } = (await guest.post('/order', orderData)).body
    const { order } = (await guest.get(`/order/${orderId}`)).body
    for (const key of ['shipping_fee', 'charge', 'free_shipping_in']) {
      expect(cart).not.toHaveProperty(key)
      expect(order).not.toHaveProperty(key)
    }
  })

  it('that another node has changed is charged, or refused as another amount (SETTING-04)', async () => {
    // A node that hears nothing of changes: its settings were read once, and never again.
    const deaf = createSettings({
      database: shop.database,
      databaseUrl: shop.databaseUrl,
      log: createLog({ logLevel: 'silent' }),
      secretBox: { open: () => undefined },
    })
    await deaf.refresh()
    const guest = await shopperWith(1_000)
    await shop.database.pool.query(
      `update settings set values = '{"fee": 120, "free_over": null}' where "group" = 'shipping'`,
    )
    expect(deaf.get().shipping.fee).toBe(80)
    const stale = (await guest.get('/cart')).body.data
    expect(stale.charge).toBe(1_080)
    const refused = await guest.post('/order', { ...orderData, expected_total: stale.charge })
    expect([refused.status, refused.body.code]).toEqual([409, 'ORDER_TOTAL_CHANGED'])
    expect((await guest.get('/cart')).body.data.charge).toBe(1_120)
    expect((await guest.post('/order', orderData)).body.total).toBe(1_120)
  })

  it('is charged by hand where it is asked for: an order costs what its quote says, or is refused (DOOR-43)', async () => {
    const mug = await shop.product({ price: 500 })
    const { body: made } = await owner.post('/admin/product', {
      ...{ title: '蝦餅', category: '零食', unit: '包', origin_price: 130, price: 120 },
      ...{ is_enabled: 1, options: [{ name: '口味', values: ['原味', '辣味'] }] },
      variants: [
        { option_values: ['原味'], price: 120 },
        { option_values: ['辣味'], price: 130 },
      ],
    })
    const { id: crackers, variants } = made.product
    const spicy = variants[1].id
    const query = `lines=${mug}:2,${crackers}:${spicy}:1`
    const quote = async (query: string) => (await owner.get(`/admin/order-quote?${query}`)).body
    const products = [
      { product_id: mug, qty: 2 },
      { product_id: crackers, variant_id: spicy, qty: 1 },
    ]
    const order = (terms: object) =>
      owner.post('/admin/order', { ...orderData, products, ...terms })
    for (const [charges_shipping, shipping_fee] of [
      [1, 80],
      [0, 0],
    ] as const) {
      const quoted = await quote(`${query}&charges_shipping=${charges_shipping}`)
      const total = 1_130 + shipping_fee
      expect(quoted).toMatchObject({ prices: [500, 130], subtotal: 1_130, shipping_fee, total })
      const refused = await order({ charges_shipping, expected_total: total - 1 })
      expect([refused.status, refused.body.code]).toEqual([409, 'ORDER_TOTAL_CHANGED'])
      const { body } = await order({ charges_shipping, expected_total: total })
      const read = (await owner.get(`/admin/order/${body.orderId}`)).body.order
      expect([read.total, read.shipping_fee ?? 0]).toEqual([total, shipping_fee])
      expect(read).not.toHaveProperty('charges_shipping')
    }
    const many = await quote(`lines=${mug}:3&charges_shipping=1`)
    expect(many).toMatchObject({ shipping_fee: 0, total: 1_500 })
    expect((await owner.get(`/admin/order-quote?lines=-unknown:1`)).status).toBe(400)
  })
})
