import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
let product: string
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
  product = await shop.product()
})
afterAll(() => shop.close())

const rowsOf = async (text: string, values: unknown[] = []) =>
  (await shop.database.pool.query(text, values)).rows
const customersOf = (email: string) =>
  rowsOf('select key, name, tel from customers where lower(email) = $1 order by key', [email])

async function order(visitor: Visitor, user: Partial<typeof orderData.user>): Promise<string> {
  await visitor.post('/cart', { product_id: product, qty: 1 })
  const data = { ...orderData, user: { ...orderData.user, ...user } }
  return (await visitor.post('/order', data)).body.orderId
}

describe('the row of a customer', () => {
  it('has the contact of the last order as soon as it is placed or changed (CUSTOMER-02)', async () => {
    const email = 'row@example.com'
    const first = await order(shop.guest(), { email, name: '甲' })
    const last = await order(shop.guest(), { email: 'Row@example.com', name: '乙' })
    const { tel } = orderData.user
    expect(await customersOf(email)).toEqual([{ key: `e:${email}`, name: '乙', tel }])
    await owner.put(`/admin/order/${first}`, { user: { ...orderData.user, email, name: '丙' } })
    expect(await customersOf(email)).toMatchObject([{ name: '乙' }])
    await owner.put(`/admin/order/${last}`, { user: { tel: '0987654321' } })
    expect(await customersOf(email)).toMatchObject([{ name: '乙', tel: '0987654321' }])
  })

  it('is one, whoever of its guests order at once, and none when the order is refused (CUSTOMER-02)', async () => {
    const email = 'at-once@example.com'
    await Promise.all(Array.from({ length: 8 }, () => order(shop.guest(), { email })))
    expect(await customersOf(email)).toHaveLength(1)
    await owner.put(`/admin/stock/${product}`, { on_hand: 0, reason: 'counted' })
    expect(await order(shop.guest(), { email: 'refused@example.com' })).toBeUndefined()
    expect(await customersOf('refused@example.com')).toEqual([])
  })
})
