import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createId } from '../db/id.ts'
import { orderEvents, orders } from '../db/tables/orders.ts'
import { payments } from '../db/tables/payments.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../testing/test-shop.ts'

let shop: TestShop
let guest: Visitor
let id: string
beforeAll(async () => {
  shop = await openTestShop()
  guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  id = (await guest.post('/order', orderData)).body.orderId
  await guest.post(`/pay/${id}`)
})
afterAll(() => shop.close())

const refusal = { cause: { code: '42501' } }

describe('the books (ORDERLIFE-09)', () => {
  it('keep every event of an order as it was written', async () => {
    const { db } = shop.database
    const before = await db.select().from(orderEvents).where(eq(orderEvents.orderId, id))
    expect(before.map(({ kind }) => kind)).toEqual(['created', 'paid'])
    await expect(db.update(orderEvents).set({ kind: 'note' })).rejects.toMatchObject(refusal)
    await expect(db.delete(orderEvents)).rejects.toMatchObject(refusal)
    await expect(db.execute(sql`truncate order_events`)).rejects.toMatchObject(refusal)
    expect(await db.select().from(orderEvents).where(eq(orderEvents.orderId, id))).toEqual(before)
  })

  it('keep an order with its lines, its payments or its events alone', async () => {
    const { db } = shop.database
    await expect(db.delete(orders)).rejects.toMatchObject(refusal)
    await expect(db.execute(sql`truncate orders cascade`)).rejects.toMatchObject(refusal)
    for (const table of ['order_lines', 'payments', 'order_events'] as const) {
      const alone = await insertBareOrder()
      await db.execute(rowOf(table, alone))
      await expect(db.delete(orders).where(eq(orders.id, alone))).rejects.toMatchObject(refusal)
    }
    const bare = await insertBareOrder()
    await db.delete(orders).where(eq(orders.id, bare))
    expect(await db.select().from(orders).where(eq(orders.id, bare))).toEqual([])
    expect(await db.select().from(payments).where(eq(payments.orderId, id))).toHaveLength(1)
    expect((await guest.get(`/order/${id}`)).body.order).toMatchObject({ id, is_paid: true })
  })

  it('are deleted by no statement of the server', () => {
    const server = join(import.meta.dirname, '..')
    const kept = 'orders|orderLines|payments|refunds|orderEvents|stockMovements'
    const names = 'orders|order_lines|payments|refunds|order_events|stock_movements'
    const deletion = new RegExp(`\\.delete\\((${kept})\\)|delete from "?(${names})\\b`, 'i')
    const files = globSync('**/*.ts', { cwd: server }).filter(
      (file) => !file.endsWith('.test.ts') && !file.startsWith('testing'),
    )
    expect(files.length).toBeGreaterThan(200)
    const found = files.filter((file) => deletion.test(readFileSync(join(server, file), 'utf8')))
    // The lines of a place in a group follow its quantities until the group closes, and what came.
    expect(found.toSorted()).toEqual([
      'arrival/lessen-order.ts',
      'orders/back-office/change-lines.ts',
      'orders/back-office/reprice-orders.ts',
    ])
  })
})

/** An order that was inserted past the shop: without lines, events and money. */
async function insertBareOrder(): Promise<string> {
  const bare = createId()
  await shop.database.db.execute(sql`
    insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address, user_extra, extra)
    select ${bare}, owner, total, message, contact_name, user_email, user_tel, user_address, user_extra, extra
    from orders where id = ${id}`)
  return bare
}

function rowOf(table: 'order_lines' | 'payments' | 'order_events', orderId: string) {
  const columns = {
    order_lines: sql`order_lines (order_id, id, product_id, qty, total, final_total, product)
      select ${orderId}, id, product_id, qty, total, final_total, product from order_lines`,
    payments: sql`payments (id, order_id, provider, method, amount, status, reference)
      select ${createId()}, ${orderId}, provider, method, amount, status, reference from payments`,
    order_events: sql`order_events (order_id, kind, actor, detail)
      select ${orderId}, kind, actor, detail from order_events`,
  }
  return sql`insert into ${columns[table]} where order_id = ${id}`
}
