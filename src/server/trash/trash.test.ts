import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { auditEntries } from '../db/tables/audit.ts'
import { coupons } from '../db/tables/coupons.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { orders } from '../db/tables/orders.ts'
import { stock } from '../db/tables/stock.ts'
import { expireIfDue } from '../payments/news/expire-orders.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../testing/test-administrator.ts'
import { joinData, openCampaign, openParticipant } from '../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  owner = await openAdministrator(shop)
})
afterAll(() => shop.close())
beforeEach(() =>
  shop.database.db.execute(sql`update orders set deleted_at = null, deletion = null`),
)

async function placeOrder(productId?: string) {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: productId ?? (await shop.product()), qty: 2 })
  return { guest, id: (await guest.post('/order', orderData)).body.orderId as string }
}
const trashOf = async (kind: string) =>
  (await owner.get(`/admin/trash?kind=${kind}`)).body.entries as Record<string, unknown>[]
const restore = (data: object) => owner.post('/admin/trash/restore', data)
const orderRow = async (id: string) =>
  (await shop.database.db.select().from(orders).where(eq(orders.id, id)))[0]

describe('the list of what was deleted', () => {
  it('says what, when, by whom and by which deletion, the last one first (TRASH-01)', async () => {
    const { username: name } = owner
    const product = await shop.product({ title: '暖光燈' })
    const coupon = await shop.coupon({ title: '迎新券' })
    const order = await placeOrder()
    await owner.delete(`/admin/product/${product}`)
    await owner.delete(`/admin/coupon/${coupon.id}`)
    await owner.delete(`/admin/order/${order.id}`)
    const { body } = await owner.get('/admin/trash')
    const number = (await orderRow(order.id))?.number
    expect(body.entries.slice(0, 3)).toEqual([
      { ...entry('order', order.id), title: number },
      { ...entry('coupon', coupon.id), title: '迎新券' },
      { ...entry('product', product), title: '暖光燈' },
    ])
    expect(body.pagination).toMatchObject({ current_page: 1, total_pages: 1 })
    expect((await trashOf('coupon')).map(({ id }) => id)).toEqual([coupon.id])

    function entry(kind: string, id: string) {
      const deletion = expect.any(String)
      return {
        kind,
        id,
        by: expect.stringContaining(name.slice(0, 5)),
        deletion,
        deleted_at: expect.any(Number),
      }
    }
  })

  it('is open to every role; only who may write an entry brings it back (TRASH-01)', async () => {
    const product = await shop.product()
    const { id } = await placeOrder()
    await owner.delete(`/admin/product/${product}`)
    await owner.delete(`/admin/order/${id}`)
    for (const role of ['packer', 'accountant', 'viewer'] as const) {
      const staff = await openStaff(shop, role)
      const { body } = await staff.get('/admin/trash')
      expect(body.entries.map((entry: { id: string }) => entry.id)).toContain(product)
      const deletion = body.entries.find((entry: { id: string }) => entry.id === id).deletion
      for (const data of [{ kind: 'product', ids: [product] }, { deletion }]) {
        expect((await staff.post('/admin/trash/restore', data)).status).toBe(403)
      }
    }
    const manager = await openStaff(shop, 'manager')
    expect(
      (await manager.post('/admin/trash/restore', { kind: 'product', ids: [product] })).status,
    ).toBe(200)
  })
})

describe('bringing back', () => {
  it('gives an entry its fields and its place in every list, without a mail (TRASH-02)', async () => {
    const first = await shop.product({ title: '先' })
    const product = await shop.product({ title: '中' })
    const last = await shop.product({ title: '後' })
    const coupon = await shop.coupon()
    const { guest, id } = await placeOrder(first)
    await placeOrder(last)
    const lists = async () => [
      (await owner.get('/admin/products')).body,
      (await shop.guest().get('/products')).body,
      (await owner.get('/admin/coupons')).body,
      (await owner.get('/admin/orders')).body,
      (await guest.get('/orders')).body,
    ]
    const before = await lists()
    const mails = await shop.database.db.$count(mailOutbox)
    await owner.delete(`/admin/product/${product}`)
    await owner.delete(`/admin/coupon/${coupon.id}`)
    await owner.delete(`/admin/order/${id}`)
    for (const [was, now] of (await lists()).entries()) expect(now).not.toEqual(before[was])
    for (const [kind, entry] of [
      ['product', product],
      ['coupon', coupon.id],
      ['order', id],
    ] as const) {
      const { status, body } = await restore({ kind, ids: [entry] })
      expect({ status, body }).toEqual({
        status: 200,
        body: { success: true, message: '已還原 1 筆資料', failed: [] },
      })
      const [audited] = await shop.database.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.subjectId, entry))
        .orderBy(sql`id desc`)
        .limit(1)
      expect(audited).toMatchObject({
        action: 'trash.restore',
        actorId: owner.uid,
        subjectKind: kind,
      })
    }
    expect(await lists()).toEqual(before)
    expect(await shop.database.db.$count(mailOutbox)).toBe(mails)
    expect((await restore({ kind: 'order', ids: [id] })).status).toBe(404)
  })

  it('refuses a coupon whose code is in use again, and it stays (TRASH-03)', async () => {
    const old = await shop.coupon({ code: 'again' })
    await owner.delete(`/admin/coupon/${old.id}`)
    await shop.coupon({ code: 'AGAIN' })
    const refused = await restore({ kind: 'coupon', ids: [old.id] })
    expect(refused.status).toBe(409)
    expect(refused.body.message).toBe('優惠碼已存在')
    const other = await shop.coupon()
    await owner.delete(`/admin/coupon/${other.id}`)
    const { body } = await restore({ kind: 'coupon', ids: [old.id, other.id, '-unknown'] })
    expect(body).toMatchObject({
      message: '已還原 1 筆資料',
      failed: [
        { id: old.id, reason: '優惠碼已存在' },
        { id: '-unknown', reason: '找不到優惠券' },
      ],
    })
    const rows = await shop.database.db.select().from(coupons).where(eq(coupons.id, old.id))
    expect(rows[0]?.deletedAt).not.toBeNull()
  })

  it('gives back what one deletion of all orders took, and nothing else (TRASH-05)', async () => {
    const before = await placeOrder()
    await owner.delete(`/admin/order/${before.id}`)
    const taken = [await placeOrder(), await placeOrder(), await placeOrder()]
    const { body } = await owner.delete('/admin/orders/all')
    expect(body).toEqual({ success: true, message: '已刪除' })
    expect((await owner.get('/admin/orders')).body.orders).toEqual([])
    const [row] = await trashOf('order')
    expect(row?.has_others).toBe(true)
    const archived = await shop.database.db
      .select()
      .from(orders)
      .where(eq(orders.deletion, String(row?.deletion)))
    expect(new Set(archived.map(({ deletedAt }) => deletedAt?.getTime())).size).toBe(1)
    const reply = await restore({ deletion: row?.deletion })
    expect(reply.body.message).toBe(`已還原 ${archived.length} 筆資料`)
    for (const { id } of taken) expect((await orderRow(id))?.deletedAt).toBeNull()
    expect((await trashOf('order')).map(({ id }) => id)).toEqual([before.id])
    expect((await restore({ deletion: row?.deletion })).status).toBe(404)
  })
})

describe('an archived order', () => {
  it('keeps its state and its stock, and expires like any other (TRASH-04)', async () => {
    const productId = await shop.product()
    await owner.put(`/admin/stock/${productId}`, { on_hand: 5, reason: 'counted' })
    const { id } = await placeOrder(productId)
    const held = async () =>
      (await shop.database.db.select().from(stock).where(eq(stock.variantId, productId)))[0]?.held
    expect(await held()).toBe(2)
    await owner.delete(`/admin/order/${id}`)
    expect(await held()).toBe(2)
    expect((await orderRow(id))?.state).toBe('placed')
    await shop.database.db.execute(
      sql`update orders set expires_at = now() - interval '1 second' where id = ${id}`,
    )
    await expireIfDue(shop.payments, { orderId: id, asks: 0 })
    expect((await orderRow(id))?.state).toBe('cancelled')
    expect(await held()).toBe(0)
    await restore({ kind: 'order', ids: [id] })
    expect((await owner.get(`/admin/order/${id}`)).body.order.state).toBe('cancelled')
  })

  it('is refused while its group runs (TRASH-04)', async () => {
    const campaign = await openCampaign(shop)
    const member = await openParticipant(shop)
    const { body } = await member.post(`/group/${campaign.code}/participation`, joinData(campaign))
    const id = body.participation.order_id
    expect((await owner.delete(`/admin/order/${id}`)).status).toBe(409)
    await owner.delete('/admin/orders/all')
    expect((await orderRow(id))?.deletedAt).toBeNull()
  })
})
