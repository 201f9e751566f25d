import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { hasPermission, roles } from '#contract/permissions.ts'
import { emptyOrders } from '../../testing/database/empty-orders.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openCampaign } from '../../testing/test-campaigns.ts'
import { openTestShop, orderData, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
let cup: string
let board: string
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  cup = await shop.product({ title: '青瓷杯', category: '器皿', unit: '個', price: 300 })
  board = await shop.product({ title: '木砧板', category: '廚房', unit: '片', price: 500 })
})
afterAll(() => shop.close())
beforeEach(() => emptyOrders(shop.database.db))

/** An order by hand of cups and boards. */
async function place(pieces: { cups?: number; boards?: number }, isPaid = true): Promise<string> {
  const products = [
    ...(pieces.cups ? [{ product_id: cup, qty: pieces.cups }] : []),
    ...(pieces.boards ? [{ product_id: board, qty: pieces.boards }] : []),
  ]
  const { body } = await admin.post('/admin/order', { ...orderData, products, is_paid: isPaid })
  return body.orderId
}
const pack = async (data: object = {}) => (await admin.post('/admin/packing', data)).body
const ids = (orders: { id: string }[]) => orders.map(({ id }) => id)

async function shipOne(id: string, productId: string, qty: number, trackingNumber = '') {
  const { order } = (await admin.get(`/admin/order/${id}`)).body
  const lines = Object.values<{ id: string; product_id: string }>(order.products)
  const line_id = lines.find(({ product_id }) => product_id === productId)?.id
  await admin.post(`/admin/order/${id}/parcel`, {
    carrier: 'tcat',
    tracking_number: trackingNumber,
    lines: [{ line_id, qty }],
  })
}

describe('what is to be packed', () => {
  it('is paid or prepared, not archived, oldest first (PACK-01)', async () => {
    const [first, second, unpaid, archived, shipped] = [
      await place({ cups: 1 }),
      await place({ cups: 2, boards: 1 }),
      await place({ cups: 1 }, false),
      await place({ cups: 1 }),
      await place({ cups: 1 }),
    ]
    await admin.post(`/admin/order/${second}/prepare`)
    await admin.delete(`/admin/order/${archived}`)
    await admin.post(`/admin/order/${shipped}/parcel`, { carrier: 'own' })
    const { orders, left_out, total } = await pack()
    expect(ids(orders)).toEqual([first, second])
    expect({ left_out, total }).toEqual({ left_out: [], total: 2 })
    expect(orders[1]).toMatchObject({
      state: 'preparing',
      total: 1_100,
      user: { name: orderData.user.name, address: orderData.user.address },
      lines: expect.arrayContaining([
        expect.objectContaining({ title: '青瓷杯', unit: '個', qty: 2, price: 300 }),
      ]),
    })
    expect(orders[0]).not.toHaveProperty('printed_at')
    expect(ids(orders)).not.toContain(unpaid)
  })

  it('tells the group of an order, for its slip (PACK-03)', async () => {
    const [id, alone] = [await place({ cups: 1 }), await place({ cups: 1 })]
    const { id: campaign_id, groupId, code } = await openCampaign(shop)
    await shop.database.pool.query('update orders set group_id = $2 where id = $1', [id, groupId])
    const group = { code, campaign_id, title: expect.any(String) }
    const { orders } = await pack({ ids: [id, alone] })
    expect(orders.map((order: object) => 'group' in order && order.group)).toEqual([group, false])
  })

  it('is that of a list, too, by its query (PACK-01)', async () => {
    const [first, second] = [await place({ cups: 1 }), await place({ boards: 1 })]
    await admin.post(`/admin/order/${second}/prepare`)
    expect(ids((await pack({ filter: { state: 'preparing' } })).orders)).toEqual([second])
    const unknown = await admin.post('/admin/packing', { filter: { states: 'paid' } })
    expect([unknown.status, unknown.body.message]).toEqual([400, ['states 格式錯誤']])
    const both = await admin.post('/admin/packing', { ids: [first], filter: { state: 'paid' } })
    expect(both.status).toBe(400)
  })

  it('tells no amount to a packer (PACK-03)', async () => {
    const id = await place({ cups: 2, boards: 1 })
    const packer = await openStaff(shop, 'packer')
    const [order] = (await packer.post('/admin/packing', { ids: [id] })).body.orders
    expect(order).toMatchObject({ id, lines: [{ qty: expect.any(Number) }, {}] })
    expect(JSON.stringify(order)).not.toMatch(/price|total|1100/)
  })

  it('leaves out what is shipped, and what has nothing left (PACK-02, PACK-07, ORDERLIFE-27)', async () => {
    const partly = await place({ cups: 3, boards: 1 })
    const whole = await place({ cups: 1 })
    const cancelled = await place({ boards: 1 })
    await shipOne(partly, cup, 2)
    await shipOne(partly, board, 1)
    await admin.post(`/admin/order/${whole}/parcel`, { carrier: 'own' })
    await admin.post(`/admin/order/${cancelled}/cancel`, { reason: '缺貨' })
    const packing = await pack({ ids: [partly, whole, cancelled, '-unknown'], is_printed: true })
    expect(packing.orders).toMatchObject([
      { id: partly, is_partly_shipped: true, lines: [{ title: '青瓷杯', qty: 1 }] },
    ])
    expect(packing.products).toMatchObject([{ title: '青瓷杯', pieces: 1, orders: 1 }])
    expect(packing.left_out).toMatchObject([
      { id: whole, reason: '訂單目前為「已出貨」' },
      { id: cancelled, reason: '訂單目前為「已取消」' },
      { id: '-unknown', reason: '找不到訂單' },
    ])
    const marked = await shop.database.pool.query(
      'select id from orders where printed_at is not null',
    )
    expect(marked.rows).toEqual([{ id: partly }])
  })

  it('names an order that was paid and given back as it is (PACK-07)', async () => {
    const id = await place({ cups: 1 })
    await shop.database.pool.query(
      "update orders set payment_state = 'unpaid', paid_at = null, payment_method = null, refunded_at = now() where id = $1",
      [id],
    )
    const { orders, left_out } = await pack({ ids: [id] })
    expect(orders).toEqual([])
    expect(left_out).toMatchObject([{ id, reason: '款項已退回' }])
  })

  it('names an order whose whole price is on its way back, and does not count it (PACK-07, TODAY-03)', async () => {
    const [kept, id] = [await place({ cups: 2 }), await place({ cups: 1 })]
    const { body } = await admin.get(`/admin/order/${id}`)
    await admin.post(`/admin/order/${id}/refund`, { amount: body.refundable - 1, reason: '退' })
    expect((await pack({})).total).toBe(2)
    await admin.post(`/admin/order/${id}/refund`, { amount: 1, reason: '退' })
    await shop.database.pool.query(
      "update refunds set state = 'manual', done_at = null where order_id = $1",
      [id],
    )
    await shop.database.pool.query(
      "update orders set payment_state = 'paid', paid_at = now() where id = $1 and payment_state = 'unpaid'",
      [id],
    )
    expect((await pack({ ids: [id] })).left_out).toMatchObject([{ id, reason: '款項已退回' }])
    expect(await pack({})).toMatchObject({ total: 1, orders: [{ id: kept }] })
  })

  it('is marked by opening a print, which the next one says (PACK-07)', async () => {
    const id = await place({ cups: 1 })
    await pack({ ids: [id] })
    expect((await pack({ ids: [id], is_printed: true })).orders[0]).not.toHaveProperty('printed_at')
    const again = await pack({ ids: [id], is_printed: true })
    expect(again.orders[0].printed_at).toBeGreaterThan(1_700_000_000)
  })

  it('is at most 500 orders a print (PACK-01)', async () => {
    const many = Array.from({ length: 501 }, (_, n) => `-order${n}`)
    expect(await admin.post('/admin/packing', { ids: many })).toMatchObject({
      status: 400,
      body: { message: '一次最多 500 筆' },
    })
    expect((await pack({ ids: many.slice(1) })).left_out).toHaveLength(500)
  })

  it('is kept by no cache, and read by those who may read names (PACK-10)', async () => {
    const reply = await shop.app.inject({
      method: 'POST',
      url: '/v2/api/shopping-minmin/admin/packing',
      headers: { authorization: admin.token },
      payload: { data: {} },
    })
    expect(reply.statusCode).toBe(200)
    expect(reply.headers['cache-control']).toContain('no-store')
    for (const role of roles) {
      if (hasPermission(role, 'order.ship'))
        expect(hasPermission(role, 'person.read'), role).toBe(true)
    }
  })

  it('knows the tracking numbers that other orders have (PACK-08)', async () => {
    const id = await place({ cups: 2 })
    await shipOne(id, cup, 1, 'AB-1')
    const { used } = (await admin.get('/admin/packing/tracking?numbers=AB-1,AB-2')).body
    expect(used).toMatchObject([{ tracking_number: 'AB-1', order_id: id }])
    expect((await admin.get('/admin/packing/tracking?numbers=')).status).toBe(400)
  })
})
