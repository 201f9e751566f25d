import { eq, inArray, sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { orders } from '../db/tables/orders.ts'
import { stock, stockHolds, stockMovements } from '../db/tables/stock.ts'
import { transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import { moveStock } from '../orders/fulfilment/move-stock.ts'
import { expireForgottenOrders } from '../orders/life/expire-forgotten-orders.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'
import { openStock, type TestStock } from '../testing/test-stock.ts'
import { release, ship } from './order-stock.ts'

const system: Actor = { kind: 'system' }
let shop: TestShop
let counted: TestStock

beforeAll(async () => {
  shop = await openTestShop()
  counted = await openStock(shop)
})
afterAll(() => shop.close())

async function cartOf(...lines: [productId: string, qty: number][]): Promise<Visitor> {
  const guest = shop.guest()
  for (const [product_id, qty] of lines) {
    const { status } = await guest.post('/cart', { product_id, qty })
    expect(status).toBe(200)
  }
  return guest
}
async function orderOf(...lines: [productId: string, qty: number][]): Promise<string> {
  const { status, body } = await (await cartOf(...lines)).post('/order', orderData)
  expect([status, body.message]).toEqual([200, '已建立訂單'])
  return body.orderId
}
const original = pg.Client.prototype.query
const inTransaction = (work: Parameters<typeof transaction<void>>[1]) =>
  transaction(shop.database.db, work)

describe('the stock of an order', () => {
  it('is not touched by products that are not counted (STOCK-01)', async () => {
    const product = await shop.product()
    const before = await counted.everything()
    const guest = await cartOf([product, 9999])
    const { body: cart } = await guest.get('/cart')
    expect(Object.keys(cart.data.carts[0])).not.toContain('stock_left')
    const { body } = await guest.post('/order', orderData)
    const { body: read } = await guest.get(`/order/${body.orderId}`)
    const [line] = Object.values<{ product: object }>(read.order.products)
    expect(Object.keys(line ?? {})).not.toContain('stock_left')
    expect(Object.keys(line?.product ?? {})).not.toContain('stock_level')
    const { body: detail } = await guest.get(`/product/${product}`)
    expect(Object.keys(detail.product).toSorted()).toEqual([
      'category',
      'content',
      'description',
      'id',
      'imageUrl',
      'imagesUrl',
      'is_enabled',
      'num',
      'origin_price',
      'price',
      'title',
      'unit',
    ])
    expect(await counted.everything()).toEqual(before)
  })

  it('is locked last: only its change and the commit follow (MEND-15)', async () => {
    const product = await counted.counted(30)
    const members = await Promise.all(Array.from({ length: 30 }, () => shop.member()))
    await Promise.all(
      members.map((member) => member.post('/cart', { product_id: product, qty: 1 })),
    )
    const sent = new Map<unknown, string[]>()
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...[statement, ...rest]: unknown[]
    ) {
      const name =
        typeof statement === 'string'
          ? statement
          : ((statement as pg.QueryConfig).name ?? (statement as pg.QueryConfig).text)
      sent.set(this, [...(sent.get(this) ?? []), name])
      return Reflect.apply(original, this, [statement, ...rest]) as never
    })
    const answers = await Promise.all(
      members.map((member) => member.post('/order', { ...orderData, privacy_version: 1 })),
    ).finally(() => query.mockRestore())
    expect(answers.map(({ status }) => status)).toEqual(members.map(() => 200))
    const afterLock = [...sent.values()].flatMap((names) =>
      names.flatMap((name, at) =>
        name === 'stock_lock' ? [names.slice(at + 1, names.indexOf('commit', at) + 1)] : [],
      ),
    )
    expect(afterLock).toEqual(members.map(() => ['stock_hold', 'commit']))
  })

  it('is held in the transaction of the order, from a cart or by hand (STOCK-03)', async () => {
    const [cup, board] = [await counted.counted(20), await counted.counted(9)]
    await orderOf([cup, 2], [board, 9])
    expect(await counted.numbers(cup)).toEqual([20, 2])
    expect(await counted.numbers(board)).toEqual([9, 9])
    const { status } = await counted.admin.post('/admin/order', {
      ...orderData,
      products: [
        { product_id: cup, qty: 3 },
        { product_id: cup, qty: '4' },
      ],
    })
    expect(status).toBe(200)
    expect(await counted.numbers(cup)).toEqual([20, 9])
    expect(await counted.movements(cup)).toEqual([
      ['counted', 20, 0],
      ['held', 0, 2],
      ['held', 0, 7],
    ])
    expect(await counted.disagreements()).toEqual([])
  })

  it('refuses the whole order when one line is short, and keeps the cart (STOCK-04)', async () => {
    const cup = await counted.counted(5, '青瓷杯')
    const board = await counted.counted(1, '木砧板')
    const lamp = await counted.counted(100, '檯燈')
    const guest = await cartOf([lamp, 1], [cup, 3], [board, 1])
    await orderOf([cup, 3], [board, 1])
    const before = await counted.everything()
    const numberOfOrders = await shop.database.db.$count(orders)
    const { body: cart } = await guest.get('/cart')
    const { status, body } = await guest.post('/order', orderData)
    expect(status).toBe(409)
    expect(body).toEqual({
      success: false,
      code: 'ORDER_STOCK_SHORT',
      message: '「青瓷杯」只剩 2 件、「木砧板」已售完，請調整購物車後再送出',
      shortages: [
        { product_id: cup, title: '青瓷杯', asked: 3, left: 2 },
        { product_id: board, title: '木砧板', asked: 1, left: 0 },
      ],
    })
    expect((await guest.get('/cart')).body).toEqual(cart)
    expect(await counted.everything()).toEqual(before)
    expect(await shop.database.db.$count(orders)).toBe(numberOfOrders)
  })

  it('counts a product that a refused order by hand names twice once, with the sum (STOCK-03, STOCK-04)', async () => {
    const cup = await counted.counted(5)
    const line = { product_id: cup, qty: 3 }
    const { status, body } = await counted.admin.post('/admin/order', {
      ...orderData,
      products: [line, line],
    })
    expect(status).toBe(409)
    expect(body.shortages).toEqual([{ product_id: cup, title: '青瓷杯', asked: 6, left: 5 }])
    expect(body.message).toBe('「青瓷杯」只剩 5 件，請調整數量後再送出')
    expect(await counted.numbers(cup)).toEqual([5, 0])
  })

  it('ships by parts, and never more than the order holds (STOCK-05, STOCK-07)', async () => {
    const cup = await counted.counted(10)
    const id = await orderOf([cup, 5])
    await inTransaction((tx) => ship(tx, id, [{ variantId: cup, qty: 2 }], system))
    expect(await counted.numbers(cup)).toEqual([8, 3])
    await inTransaction((tx) => ship(tx, id, 'all', system))
    expect(await counted.numbers(cup)).toEqual([5, 0])
    await inTransaction((tx) => ship(tx, id, 'all', system))
    await inTransaction((tx) => ship(tx, id, [{ variantId: cup, qty: 9 }], system))
    await inTransaction((tx) => release(tx, id, system))
    expect(await counted.numbers(cup)).toEqual([5, 0])
    expect(await counted.movements(cup)).toEqual([
      ['counted', 10, 0],
      ['held', 0, 5],
      ['shipped', -2, -2],
      ['shipped', -3, -3],
    ])
    expect(await counted.disagreements()).toEqual([])
  })

  it('gives back what an order still holds, once (STOCK-05, STOCK-07)', async () => {
    const [cup, board] = [await counted.counted(10), await counted.counted(10)]
    const id = await orderOf([cup, 5], [board, 1])
    const other = await orderOf([cup, 4])
    await inTransaction((tx) => ship(tx, id, [{ variantId: cup, qty: 2 }], system))
    await inTransaction((tx) => release(tx, id, system))
    await inTransaction((tx) => release(tx, id, system))
    expect(await counted.numbers(cup)).toEqual([8, 4])
    expect(await counted.numbers(board)).toEqual([10, 0])
    await inTransaction((tx) => release(tx, [id, other], system))
    expect(await counted.numbers(cup)).toEqual([8, 0])
    expect((await counted.movements(cup)).slice(-3)).toEqual([
      ['shipped', -2, -2],
      ['released', 0, -3],
      ['released', 0, -4],
    ])
    expect(await counted.disagreements()).toEqual([])
  })

  it('tells the numbers after each movement of one statement (STOCK-07)', async () => {
    const cup = await counted.counted(10)
    const ids = [await orderOf([cup, 1]), await orderOf([cup, 2]), await orderOf([cup, 4])]
    await inTransaction((tx) => release(tx, ids, system))
    const rows = await shop.database.db
      .select()
      .from(stockMovements)
      .where(eq(stockMovements.variantId, cup))
      .orderBy(stockMovements.id)
    expect(rows.slice(-3).map(({ orderId, held, onHand }) => [orderId, onHand, held])).toEqual([
      [ids[0], 10, 6],
      [ids[1], 10, 4],
      [ids[2], 10, 0],
    ])
  })

  it('goes out with a parcel, and comes back from a cancelled and a returned order (STOCK-05)', async () => {
    const cup = await counted.counted(10)
    const { admin } = counted
    const cancelled = await orderOf([cup, 5])
    const cancel = () => admin.post(`/admin/order/${cancelled}/cancel`, { reason: '缺貨' })
    await cancel()
    await cancel()
    expect(await counted.numbers(cup)).toEqual([10, 0])
    const id = await orderOf([cup, 4])
    await admin.put(`/admin/order/${id}`, { is_paid: true })
    const { body } = await admin.get(`/admin/order/${id}`)
    const [line_id] = Object.keys(body.order.products)
    await admin.post(`/admin/order/${id}/parcel`, { carrier: 'own', lines: [{ line_id, qty: 1 }] })
    expect(await counted.numbers(cup)).toEqual([9, 3])
    await admin.post(`/admin/order/${id}/parcel`, { carrier: 'own' })
    expect(await counted.numbers(cup)).toEqual([6, 0])
    const lines = [{ line_id, qty: 2, to_stock: true }]
    await admin.post(`/admin/order/${id}/return`, { reason: '不合用', refund: 0, lines })
    expect(await counted.numbers(cup)).toEqual([8, 0])
    expect((await counted.movements(cup)).at(-1)).toEqual(['returned', 2, 0])
    expect(await counted.disagreements()).toEqual([])
  })

  it('stays held when an order is archived (ORDERLIFE-07)', async () => {
    const cup = await counted.counted(10)
    const id = await orderOf([cup, 5])
    expect((await counted.admin.delete(`/admin/order/${id}`)).status).toBe(200)
    expect(await counted.numbers(cup)).toEqual([10, 5])
    await expireForgottenOrders(shop.database.db, [moveStock])
    expect(await counted.numbers(cup)).toEqual([10, 5])
    await shop.database.pool.query(
      `update orders set deleted_at = now() - interval '30 days 1 second' where id = $1`,
      [id],
    )
    await expireForgottenOrders(shop.database.db, [moveStock])
    expect(await counted.numbers(cup)).toEqual([10, 0])
    expect(await counted.disagreements()).toEqual([])
  })

  it('holds nothing for what was ordered while it was not counted (STOCK-08)', async () => {
    const cup = await shop.product()
    const id = await orderOf([cup, 3])
    const { body } = await counted.set(cup, 7)
    expect(body.notice).toBe('另有 3 件已售出、尚未出貨，不計入此數量')
    await inTransaction((tx) => ship(tx, id, 'all', system))
    await inTransaction((tx) => ship(tx, id, [{ variantId: cup, qty: 3 }], system))
    await inTransaction((tx) => release(tx, id, system))
    expect(await counted.numbers(cup)).toEqual([7, 0])
    expect(await counted.movements(cup)).toEqual([['counted', 7, 0]])
    expect((await counted.set(cup, 8)).body).not.toHaveProperty('notice')
  })

  it('comes back from an order of the demonstration that nobody pays (MEND-17)', async () => {
    const cup = await counted.counted(9)
    const [forgotten, recent] = [await orderOf([cup, 2]), await orderOf([cup, 1])]
    const products = [{ product_id: cup, qty: 4 }]
    const byHand = await counted.admin.post('/admin/order', { ...orderData, products })
    const paid = await cartOf([cup, 1])
    const { orderId } = (await paid.post('/order', orderData)).body
    await paid.post(`/pay/${orderId}`)
    const { db } = shop.database
    const aged = [forgotten, byHand.body.orderId ?? byHand.body.id, orderId]
    const daysAgo = (days: number) => ({ createdAt: sql`now() - ${days} * interval '1 day'` })
    await db.update(orders).set(daysAgo(8)).where(inArray(orders.id, aged))
    await db.update(orders).set(daysAgo(6)).where(eq(orders.id, recent))
    for (let n = 0; n < 2; n++) await expireForgottenOrders(db, shop.payments.subscribers)
    expect(await counted.numbers(cup)).toEqual([9, 6])
    const left = await db.select().from(orders).where(eq(orders.id, forgotten))
    expect(left).toMatchObject([{ state: 'cancelled', cancelReason: '逾期未付款' }])
    expect(await counted.disagreements()).toEqual([])
  })

  it('tells who counts several products of what was sold before (STOCK-08)', async () => {
    const [cup, lamp, board] = await Promise.all([
      shop.product({ title: '青瓷杯' }),
      shop.product({ title: '吊燈' }),
      shop.product({ title: '木砧板' }),
    ])
    await orderOf([cup, 3], [lamp, 1])
    const count = async (...lines: [productId: string, onHand: number][]) => {
      const data = { lines: lines.map(([product_id, on_hand]) => ({ product_id, on_hand })) }
      return (await counted.admin.post('/admin/stock/count', data)).body
    }
    expect(await count([board, 4])).toEqual({ success: true, message: '已更新庫存' })
    const { notice } = await count([cup, 7], [board, 5], [lamp, 6])
    expect(notice).toBe('「青瓷杯」另有 3 件、「吊燈」另有 1 件已售出、尚未出貨，不計入此數量')
    expect(await count([cup, 7], [lamp, 6])).not.toHaveProperty('notice')

    const others = await Promise.all([1, 2, 3, 4].map((n) => shop.product({ title: `碗 ${n}` })))
    await orderOf(...others.map((id): [string, number] => [id, 2]))
    expect((await count(...others.map((id): [string, number] => [id, 9]))).notice).toBe(
      '「碗 1」另有 2 件、「碗 2」另有 2 件、「碗 3」另有 2 件等 4 項商品已售出、尚未出貨，不計入此數量',
    )
  })

  it('stays within its bounds whoever writes it, and its ledger is append-only (STOCK-06, STOCK-07)', async () => {
    const { db } = shop.database
    const cup = await counted.counted(3)
    const row = eq(stock.variantId, cup)
    await expect(db.update(stock).set({ held: 4 }).where(row)).rejects.toThrow()
    await expect(db.update(stock).set({ held: -1 }).where(row)).rejects.toThrow()
    await expect(db.update(stockMovements).set({ note: '改' })).rejects.toThrow()
    await expect(db.delete(stockMovements)).rejects.toThrow()
    await expect(db.execute(sql`truncate stock_movements`)).rejects.toThrow()
    await expect(
      db.insert(stockHolds).values({ orderId: 'none', variantId: cup, qty: 0 }),
    ).rejects.toThrow()
    expect(await counted.numbers(cup)).toEqual([3, 0])
  })
})

describe('the stock of a cart', () => {
  it('refuses to add or set more than is left, and leaves the cart as it was (STOCK-13)', async () => {
    const cup = await counted.counted(4, '青瓷杯')
    const guest = await cartOf([cup, 3])
    const { body: before } = await guest.get('/cart')
    const line = before.data.carts[0].id
    const added = await guest.post('/cart', { product_id: cup, qty: 2 })
    expect([added.status, added.body.code, added.body.message]).toEqual([
      409,
      'CART_STOCK_SHORT',
      '「青瓷杯」只剩 4 件',
    ])
    const set = await guest.put(`/cart/${line}`, { qty: 5 })
    expect([set.status, set.body.message]).toEqual([409, '「青瓷杯」只剩 4 件'])
    expect((await guest.get('/cart')).body).toEqual(before)
    expect(await counted.numbers(cup)).toEqual([4, 0])
    await orderOf([cup, 4])
    const { status, body } = await shop.guest().post('/cart', { product_id: cup, qty: 1 })
    expect([status, body.message]).toEqual([409, '「青瓷杯」已售完'])
  })

  it('says what is left of a line that can no longer be had in full (STOCK-13, STOCK-14)', async () => {
    const cup = await counted.counted(4)
    const guest = await cartOf([cup, 3])
    await orderOf([cup, 2])
    const { body } = await guest.get('/cart')
    expect(body.data.carts[0]).toMatchObject({ qty: 3, stock_left: 2 })
    const line = body.data.carts[0].id
    const { body: changed } = await guest.put(`/cart/${line}`, { qty: 2 })
    expect(changed.data).not.toHaveProperty('stock_left')
  })
})
