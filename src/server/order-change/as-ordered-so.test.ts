import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { brokenChecks } from '../testing/broken-checks.ts'
import { propertyRuns } from '../testing/property-runs.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'

const seed = 20_261_129

let shop: TestShop
let stock: TestStock
/** Counted, counted and covered by the coupon, and not counted. */
let products: string[]
let coupon: { id: string; code: string }

beforeAll(async () => {
  shop = await openTestShop()
  stock = await openStock(shop)
  products = [
    await shop.product({ price: 333 }),
    await shop.product({ price: 701, category: '陶' }),
    await shop.product({ price: 90 }),
  ]
  for (const id of products.slice(0, 2)) await stock.set(id, 900_000)
  coupon = await shop.coupon({ percent: 87, minTotal: 1_400, categories: ['陶'] })
  const values = { fee: 80, free_over: 3_000 }
  await stock.admin.put('/admin/settings/shipping', { version: 0, values })
  const order = (await stock.admin.get('/admin/settings')).body.settings?.order
  const most = { unpaid_orders: 9_999, unpaid_product_orders: 9_999, unpaid_pieces: 999_999 }
  await stock.admin.put('/admin/settings/order', {
    ...{ version: order?.version ?? 0, values: { ...order?.values, ...most } },
  })
})
afterAll(() => shop.close())

const pieces = fc
  .array(fc.integer({ min: 0, max: 6 }), { minLength: 3, maxLength: 3 })
  .filter((qtys) => qtys.some((qty) => qty > 0))
const linesOf = (qtys: readonly number[]) =>
  qtys.flatMap((qty, index) => (qty > 0 ? [{ product_id: products[index] ?? '', qty }] : []))

async function place(member: Visitor, qtys: readonly number[], withCoupon: boolean) {
  for (const line of linesOf(qtys)) await member.post('/cart', line)
  const isTaken = withCoupon && (await member.post('/coupon', { code: coupon.code })).status === 200
  const { body } = await member.post('/order', orderData)
  return { id: String(body.orderId), isTaken }
}

/** All of an order that must be as if it had been ordered so. */
async function factsOf(id: string) {
  const { pool } = shop.database
  const [order, lines, holds, uses] = await Promise.all([
    pool.query(
      `select total::int, (select coalesce(sum(amount_hundredths), 0)::int from order_adjustments
         where order_id = orders.id and kind = 'fee') as fee from orders where id = $1`,
      [id],
    ),
    pool.query(
      `select product_id, qty, total::int, final_total::float, coupon is not null as covered
       from order_lines where order_id = $1 order by product_id`,
      [id],
    ),
    pool.query('select product_id, qty from stock_holds where order_id = $1 order by product_id', [
      id,
    ]),
    pool.query(
      'select discount::int from coupon_uses where order_id = $1 and returned_at is null',
      [id],
    ),
  ])
  return { order: order.rows, lines: lines.rows, holds: holds.rows, uses: uses.rows }
}

it('a changed order is what it would be had it been ordered so, and its money is right (AFTER-08, seed 20261129)', async () => {
  const member = await shop.member()
  await fc.assert(
    fc.asyncProperty(
      pieces,
      pieces,
      fc.boolean(),
      fc.boolean(),
      async (first, then, withCoupon, isPaid) => {
        const { id, isTaken } = await place(member, first, withCoupon)
        if (isPaid) await member.post(`/pay/${id}`)
        const before = await factsOf(id)
        const lines = linesOf(then)
        const shown = await member.put(`/order/${id}`, { lines, preview: true })
        expect(shown.status).toBe(200)
        expect(await factsOf(id)).toEqual(before)
        const { difference, refund, refusal } = shown.body
        const changed = await member.put(`/order/${id}`, { lines, expected_difference: difference })
        if (isPaid && difference > 0 && changed.status === 200) {
          expect((await member.get(`/order/${id}`)).body.order.balance_due).toBe(difference)
          await member.post(`/pay/${id}`)
        }
        if (refusal !== undefined) {
          expect(changed.status).toBe(409)
          expect(await factsOf(id)).toEqual(before)
          return
        }
        expect([changed.status, refund]).toEqual([200, isPaid ? Math.max(0, -difference) : 0])
        const anew = await place(await shop.member(), then, isTaken)
        expect(await factsOf(id)).toEqual(await factsOf(anew.id))
        const { rows } = await shop.database.pool.query(
          `select coalesce(sum(amount), 0)::int as back from refunds where order_id = $1 and is_of_change`,
          [id],
        )
        expect(rows[0].back).toBe(refund)
      },
    ),
    { seed, numRuns: propertyRuns(60) },
  )
  expect(await stock.disagreements()).toEqual([])
  expect(await brokenChecks(shop.databaseUrl)).toEqual([])
})
