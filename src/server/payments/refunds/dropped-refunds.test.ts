import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../../testing/test-shop.ts'
import { hasOpenMoney } from '../open-money.ts'

let shop: TestShop
let admin: TestAdministrator
let product: string

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  product = await shop.product({ price: 1_000 })
})
afterAll(() => shop.close())

const rows = async (text: string, values: unknown[]) =>
  (await shop.database.pool.query(text, values)).rows

/** A paid order of 1,000 with refunds that failed. */
async function withFailed(...amounts: number[]) {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: product, qty: 1 })
  const id: string = (await guest.post('/order', orderData)).body.orderId
  await admin.put(`/admin/order/${id}`, { is_paid: true })
  const failed: string[] = []
  for (const amount of amounts) {
    failed.push(await refund(id, amount))
    await rows("update refunds set state = 'failed' where id = $1", [failed.at(-1)])
  }
  return { guest, id, failed }
}
async function refund(id: string, amount: number): Promise<string> {
  const { body } = await admin.post(`/admin/order/${id}/refund`, { amount, reason: '缺貨' })
  return body.data.id
}
const move = async (id: string | undefined, how: string, data?: object) => {
  const { status, body } = await admin.post(`/admin/refund/${id}/${how}`, data)
  return [status, body.message]
}
const tick = (id: string) => move(id, 'done', { remitted_on: '2026-11-22', account_last5: '12345' })
const statesOf = async (orderId: string) =>
  (await rows('select state from refunds where order_id = $1 order by id', [orderId])).map(
    ({ state }) => state,
  )
const isOpen = async (orderId: string) => {
  const query = sql`select ${hasOpenMoney(sql`${orderId}`)} as open`
  return (await shop.database.db.execute<{ open: boolean }>(query)).rows[0]?.open
}
const waiting = async (orderId: string) =>
  (await admin.get('/admin/refunds')).body.refunds.filter(
    (row: { order_id: string }) => row.order_id === orderId,
  )
const failedInWorklist = async () =>
  (await admin.get('/admin/worklist')).body.worklist.find(
    ({ kind }: { kind: string }) => kind === 'refund_failed',
  )?.count

describe('a failed refund', () => {
  it('that another one took the place of is no longer needed, and open nowhere (REFUND-16)', async () => {
    const { guest, id } = await withFailed(1_000)
    const before = await failedInWorklist()
    const other = await refund(id, 1_000)
    expect(await statesOf(id)).toEqual(['dropped', 'manual'])
    expect(await failedInWorklist()).toBe(before - 1)
    expect(await waiting(id)).toMatchObject([{ id: other }])
    expect(await tick(other)).toEqual([200, '已完成退款'])
    expect(await waiting(id)).toEqual([])
    expect(await isOpen(id)).toBe(false)
    const { order, refunds } = (await guest.get(`/order/${id}`)).body
    expect(order.payment_state).toBe('refunded')
    expect(refunds).toMatchObject([{ id: other, state: 'done' }])
    const shown = (await admin.get(`/admin/order/${id}`)).body
    expect(shown.refunds).toMatchObject([{ state: 'dropped' }, { state: 'done' }])
    const listed = await admin.get(`/admin/orders?payment=refunded&q=${order.number}`)
    expect(listed.body.orders).toMatchObject([{ id }])
  })

  it('whose order is cancelled goes back with all that is left (REFUND-16)', async () => {
    const { id } = await withFailed(400)
    await admin.post(`/admin/order/${id}/cancel`, { reason: '缺貨' })
    expect(await statesOf(id)).toEqual(['dropped', 'manual'])
  })

  it('is no longer needed once another failed one goes on in its place (REFUND-16)', async () => {
    const { id, failed } = await withFailed(600, 600)
    expect(await move(failed[1], 'manual')).toEqual([200, '已改為人工退款'])
    expect(await statesOf(id)).toEqual(['dropped', 'manual'])
    expect(await move(failed[0], 'retry')).toEqual([409, '此退款已不再需要'])
  })

  it('of a payment that is withdrawn is no longer needed (REFUND-16)', async () => {
    const { id } = await withFailed(400)
    await admin.put(`/admin/order/${id}`, { is_paid: false })
    expect(await statesOf(id)).toEqual(['dropped'])
    expect(await isOpen(id)).toBe(false)
    const kinds = await rows('select kind from book_entries where order_id = $1 order by id', [id])
    expect(kinds.map(({ kind }) => kind)).toEqual(['captured', 'withdrawn'])
  })

  it('that still fits stays until the staff say that it is not needed (REFUND-16)', async () => {
    const { guest, id, failed } = await withFailed(300)
    await tick(await refund(id, 300))
    expect(await statesOf(id)).toEqual(['failed', 'done'])
    expect((await guest.get(`/order/${id}`)).body.order.payment_state).toBe('refunding')
    expect(await move(failed[0], 'drop')).toEqual([200, '已標記為不再需要'])
    expect(await move(failed[0], 'drop')).toEqual([200, '已標記為不再需要'])
    expect(await statesOf(id)).toEqual(['dropped', 'done'])
    expect((await guest.get(`/order/${id}`)).body.order.payment_state).toBe('partly_refunded')
    // A dropped refund counts for nothing: all the rest can go back.
    expect((await admin.get(`/admin/order/${id}`)).body.refundable).toBe(700)
    const rest = await refund(id, 700)
    expect(await move(rest, 'drop')).toEqual([409, '此退款正在處理中'])
    await rows("update refunds set state = 'dropped' where id = $1", [rest])
  })

  it('stays needed while its money is of no order (REFUND-16)', async () => {
    const { id } = await withFailed()
    await admin.post(`/admin/order/${id}/cancel`, { reason: '缺貨' })
    const [row] = await rows(
      "update refunds set state = 'failed' where order_id = $1 returning id",
      [id],
    )
    expect(await move(row?.id, 'drop')).toEqual([409, '這筆款項仍須退回'])
    expect(await statesOf(id)).toEqual(['failed'])
  })
})
