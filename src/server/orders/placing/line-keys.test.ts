import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CartLine } from '#contract/cart.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'

const red = { color: { colorName: 'red' } }
/** Keys of ours with values of a client. */
const ours = {
  ...{ id: 'mine', total: 1, final_total: 1, stock_left: 1 },
  ...{ product: { price: 1 }, coupon: { code: 'X', percent: 1 } },
}
const over64 = { message: ['購物車的自訂欄位合計不可超過 64 kB'] }
const sized = (bytes: number) => 'x'.repeat(bytes)

let shop: TestShop
let admin: TestAdministrator
let mug: string
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  mug = await shop.product()
})
afterAll(() => shop.close())

const add = (visitor: Visitor, own: object, product_id = mug) =>
  visitor.post('/cart', { product_id, qty: 1, ...own })
const linesOf = async (visitor: Visitor): Promise<CartLine[]> =>
  (await visitor.get('/cart')).body.data.carts
/** The only line of an order in this reply. */
const lineIn = (order: { products: Record<string, CartLine> }) => Object.values(order.products)[0]

describe('own keys of a cart line (MEND-02)', () => {
  it('come back from the addition and in the cart, as they were sent', async () => {
    const guest = shop.guest()
    const own = { ...red, note: '<b>刻字</b>', tags: [1, { a: null }] }
    const { body } = await add(guest, own)
    expect(body.data).toMatchObject(own)
    expect(body.cart.carts[0]).toMatchObject(own)
    expect(await linesOf(guest)).toMatchObject([own])
  })

  it('stay through a change of quantity, which takes others, and through an addition', async () => {
    const guest = shop.guest()
    const { id } = (await add(guest, { ...red, gift: true })).body.data
    expect((await guest.put(`/cart/${id}`, { qty: 3 })).body.data).toMatchObject({ qty: 3, ...red })
    const blue = { color: { colorName: 'blue' }, size: 'L' }
    const { body } = await guest.put(`/cart/${id}`, { product_id: mug, qty: 4, ...blue })
    expect(body.data).toMatchObject({ qty: 4, gift: true, ...blue })
    await add(guest, {})
    expect((await add(guest, red)).body.data).toMatchObject({ id, qty: 6, size: 'L', ...red })
    expect(await linesOf(guest)).toHaveLength(1)
  })

  it('take no key of ours and change no price (A3)', async () => {
    const guest = shop.guest()
    const { body } = await add(guest, { ...ours, price: 1 })
    const { id } = body.data
    await guest.put(`/cart/${id}`, { ...ours, qty: 2 })
    const [line] = await linesOf(guest)
    expect(line).toMatchObject({ id, product_id: mug, qty: 2, total: 2000, final_total: 2000 })
    expect(line).toMatchObject({ price: 1, product: { id: mug, price: 1000 } })
    for (const key of ['coupon', 'stock_left']) expect(line).not.toHaveProperty(key)
    const { orderId } = (await guest.post('/order', orderData)).body
    const { order } = (await guest.get(`/order/${orderId}`)).body
    expect(order.total).toBe(2000)
    expect(lineIn(order)).toEqual(line)
  })

  it('take 8 kB on a line, also what comes bit by bit, and 64 kB in a cart (A8)', async () => {
    const guest = shop.guest()
    const refused = { status: 400, body: { message: ['自訂欄位合計不可超過 8 kB'] } }
    expect(await add(guest, { note: sized(9_000) })).toMatchObject(refused)
    expect(await linesOf(guest)).toEqual([])
    const { id } = (await add(guest, { note: sized(8_000) })).body.data
    expect(await add(guest, { more: sized(1_000) })).toMatchObject(refused)
    expect(await guest.put(`/cart/${id}`, { qty: 2, more: sized(1_000) })).toMatchObject(refused)
    expect(await add(guest, { size: 1e300 })).toMatchObject({ status: 400 })
    expect(await linesOf(guest)).toMatchObject([{ qty: 1 }])
    for (let n = 0; n < 7; n++) {
      const { status } = await add(guest, { note: sized(8_000) }, await shop.product())
      expect(status).toBe(200)
    }
    const over = await add(guest, { note: sized(8_000) }, await shop.product())
    expect(over).toMatchObject({ status: 400, body: over64 })
    expect(await linesOf(guest)).toHaveLength(8)
    expect((await guest.post('/order', orderData)).status).toBe(200)
  })
})

describe('at sign-in (MEND-02)', () => {
  async function signIn(guest: Visitor, member: Visitor): Promise<CartLine[]> {
    member.cookies.set('shopper', guest.cookies.get('shopper') ?? '')
    return linesOf(member)
  }

  it("own keys of the guest's cart come along, over those of the member's line of a product", async () => {
    const [guest, member] = [shop.guest(), await shop.member()]
    const lamp = await shop.product()
    await add(member, { color: { colorName: 'blue' }, gift: true })
    await add(guest, red)
    await add(guest, { size: 'L' }, lamp)
    const lines = await signIn(guest, member)
    expect(lines).toHaveLength(2)
    expect(lines).toContainEqual(expect.objectContaining({ product_id: mug, gift: true, ...red }))
    expect(lines).toContainEqual(expect.objectContaining({ product_id: lamp, size: 'L' }))
  })

  it("what is too large together is the guest's alone, and a line without keys takes none away", async () => {
    const [guest, member] = [shop.guest(), await shop.member()]
    const items = Array.from({ length: 3_000 }, () => 1)
    await add(member, { items })
    await add(guest, {})
    expect(await signIn(guest, member)).toMatchObject([{ qty: 2, items }])
    const other = shop.guest()
    await add(other, { note: sized(8_000) })
    const [line] = await signIn(other, member)
    expect(line).toMatchObject({ qty: 3, note: sized(8_000) })
    expect(line).not.toHaveProperty('items')
  })

  it('two carts that pass 64 kB together are one cart, and no order before lines are removed', async () => {
    const [guest, member] = [shop.guest(), await shop.member()]
    for (const visitor of [guest, member]) {
      for (let n = 0; n < 5; n++) await add(visitor, { note: sized(8_000) }, await shop.product())
    }
    const lines = await signIn(guest, member)
    expect(lines).toHaveLength(10)
    expect(await member.post('/order', orderData)).toMatchObject({ status: 400, body: over64 })
    for (const { id } of lines.slice(0, 2)) await member.delete(`/cart/${id}`)
    expect((await member.post('/order', orderData)).status).toBe(200)
  })
})

describe('own keys of an order line (MEND-02)', () => {
  it.each(['guest', 'member'] as const)(
    "come from the cart into the order of a %s, its list and the back office's",
    async (who) => {
      const visitor = await shop[who]()
      await add(visitor, red)
      const { orderId } = (await visitor.post('/order', orderData)).body
      await visitor.post(`/pay/${orderId}`)
      const replies = [
        (await visitor.get(`/order/${orderId}`)).body.order,
        (await visitor.get('/orders')).body.orders[0],
        (await admin.get('/admin/orders')).body.orders[0],
        (await admin.get(`/admin/order/${orderId}`)).body.order,
      ]
      for (const order of replies) expect(lineIn(order)).toMatchObject({ product_id: mug, ...red })
      expect(await linesOf(visitor)).toEqual([])
    },
  )

  it('come from an order by hand, none of ours among them', async () => {
    const products = [{ product_id: mug, qty: '2', ...red, ...ours }]
    const { body } = await admin.post('/admin/order', { ...orderData, products })
    const line = lineIn((await admin.get(`/admin/order/${body.orderId}`)).body.order)
    expect(line).toMatchObject({ ...red, qty: 2, total: 2000, product: { price: 1000 } })
    for (const key of ['coupon', 'stock_left']) expect(line).not.toHaveProperty(key)
    const large = [{ product_id: mug, qty: 1, note: sized(9_000) }]
    expect((await admin.post('/admin/order', { ...orderData, products: large })).status).toBe(400)
  })

  it('are hidden from staff without person.read (STAFF-08)', async () => {
    const guest = shop.guest()
    await add(guest, { ...red, message: '給媽媽' })
    const { orderId } = (await guest.post('/order', orderData)).body
    const viewer = await openStaff(shop, 'viewer')
    const line = lineIn((await viewer.get(`/admin/order/${orderId}`)).body.order)
    expect(line).toMatchObject({ product_id: mug, qty: 1, color: '***', message: '***' })
  })

  it('a key that the shop has defined since does not come back from old rows', async () => {
    const guest = shop.guest()
    await add(guest, red)
    const { pool } = shop.database
    await pool.query(`update cart_lines set extra = extra || '{"stock_left":1}'`)
    expect((await linesOf(guest))[0]).not.toHaveProperty('stock_left')
    const { orderId } = (await guest.post('/order', orderData)).body
    await pool.query(`update order_lines set extra = extra || '{"coupon":1}'`)
    const line = lineIn((await guest.get(`/order/${orderId}`)).body.order)
    expect(line).toMatchObject(red)
    for (const key of ['coupon', 'stock_left']) expect(line).not.toHaveProperty(key)
  })
})
