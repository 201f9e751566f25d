import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { products } from '../db/tables/catalog.ts'
import { coupons } from '../db/tables/coupons.ts'
import { orders } from '../db/tables/orders.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../testing/test-shop.ts'
import { workRun } from './work-run.ts'

let shop: TestShop
let admin: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

async function finish(request: object) {
  const { body } = await admin.post('/admin/run', request)
  const { id } = body.run
  await work(id)
  return { id, ...(await read(id)) }
}
const work = (id: string) =>
  workRun(shop.runs, id, { signal: new AbortController().signal, isLast: true })
const read = async (id: string) => (await admin.get(`/admin/run/${id}`)).body
async function undo(id: string) {
  await admin.post(`/admin/run/${id}/undo`)
  await work(id)
  return read(id)
}
const productOf = async (id: string) => {
  const [row] = await shop.database.db.select().from(products).where(eq(products.id, id))
  return row
}
async function place(): Promise<string> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
  const { orderId } = (await guest.post('/order', orderData)).body
  await guest.post(`/pay/${orderId}`)
  return orderId
}
const orderOf = async (id: string) => {
  const [row] = await shop.database.db.select().from(orders).where(eq(orders.id, id))
  return row
}

describe('runs over products and coupons', () => {
  it('set what they say, name what has it already, and are undone (BULK-05, BULK-08)', async () => {
    const [off, on] = [await shop.product({ isEnabled: false }), await shop.product()]
    const ids = [off, on, '-unknown']
    const { id, run, entries } = await finish({ kind: 'products', action: 'enable', ids })
    expect(run).toMatchObject({ state: 'done', done: 3, failed: 2 })
    expect(entries).toMatchObject([
      { id: off, title: '手感馬克杯', state: 'done' },
      { id: on, state: 'failed', reason: '已經是啟用' },
      { id: '-unknown', state: 'failed', reason: '找不到產品' },
    ])
    expect((await productOf(off))?.isEnabled).toBe(true)
    expect((await undo(id)).run).toMatchObject({ state: 'undone', undone: 1, kept: 0 })
    expect((await productOf(off))?.isEnabled).toBe(false)
  })

  it('keep what somebody has changed since; a change of stock is none (BULK-08)', async () => {
    const [changed, counted] = [await shop.product(), await shop.product()]
    const asked = { kind: 'products', action: 'set_category', ids: [changed, counted] }
    expect((await admin.post('/admin/run', asked)).status).toBe(400)
    const { id } = await finish({ ...asked, input: { category: ' 杯盤 ' } })
    expect((await productOf(changed))?.category).toBe('杯盤')
    const input = { title: '燈', category: '燈飾', unit: '盞', origin_price: 2, price: 1 }
    await admin.put(`/admin/product/${changed}`, input)
    await admin.put(`/admin/stock/${counted}`, { on_hand: 5, reason: 'counted' })
    expect((await undo(id)).run).toMatchObject({ undone: 1, kept: 1 })
    expect((await productOf(changed))?.category).toBe('燈飾')
    expect((await productOf(counted))?.category).toBe('茶與咖啡')
  })

  it('of a filter is of what the list has (BULK-02)', async () => {
    const mine = await shop.product({ category: '限定' })
    const asked = { kind: 'products', action: 'disable', filter: { category: '限定' } }
    const { run, entries } = await finish(asked)
    expect([run.total, entries[0].id]).toEqual([1, mine])
  })

  it('switch coupons off and back on', async () => {
    const { id: coupon } = await shop.coupon()
    const { id, run } = await finish({ kind: 'coupons', action: 'disable', ids: [coupon] })
    expect(run).toMatchObject({ done: 1, failed: 0 })
    const isEnabled = async () => {
      const [row] = await shop.database.db.select().from(coupons).where(eq(coupons.id, coupon))
      return row?.isEnabled
    }
    expect(await isEnabled()).toBe(false)
    await undo(id)
    expect(await isEnabled()).toBe(true)
  })
})

describe('runs over customers', () => {
  it('add and take a tag, and are undone unless somebody has changed the tags since (BULK-05, BULK-08)', async () => {
    const guests = ['a-tag@example.com', 'b-tag@example.com']
    const nums: string[] = []
    for (const email of guests) {
      const guest = shop.guest()
      await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
      await guest.post('/order', { ...orderData, user: { ...orderData.user, email } })
      const { body } = await admin.get(`/admin/customers?q=${email}`)
      nums.push(body.customers[0].id)
    }
    const [first = '', second = ''] = nums
    const tagsOf = async (id: string) =>
      (await admin.get(`/admin/customer/${id}`)).body.customer.tags
    const asked = { kind: 'customers', ids: [...nums, '999999', 'x'], input: { tag: ' 常客 ' } }
    const added = await finish({ ...asked, action: 'add_tag' })
    expect(added.run).toMatchObject({ done: 4, failed: 2 })
    expect([await tagsOf(first), await tagsOf(second)]).toEqual([['常客'], ['常客']])
    expect(added.entries[0].title).toBe(`顧客 ${first}`)
    await admin.post(`/admin/customer/${first}/note`, { text: '喜歡杯子' })
    await admin.put(`/admin/customer/${second}`, { tags: ['常客', '團主'] })
    expect((await undo(added.id)).run).toMatchObject({ undone: 1, kept: 1 })
    expect([await tagsOf(first), await tagsOf(second)]).toEqual([[], ['團主', '常客']])
    const filtered = { kind: 'customers', action: 'remove_tag', filter: { tag: '團主' } }
    const taken = await finish({ ...filtered, input: { tag: '團主' } })
    expect([taken.run.total, await tagsOf(second)]).toEqual([1, ['常客']])
    expect((await admin.post('/admin/run', filtered)).status).toBe(400)
  })
})

describe('the trial of a tag', () => {
  async function customer(email: string): Promise<string> {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product(), qty: 1 })
    await guest.post('/order', { ...orderData, user: { ...orderData.user, email } })
    return (await admin.get(`/admin/customers?q=${email}`)).body.customers[0].id
  }
  const trial = (action: string, ids: string[], tag: string) =>
    admin.post('/admin/run', { kind: 'customers', action, ids, input: { tag }, is_trial: true })

  it('refuses what is no tag before anybody is counted (BULK-03)', async () => {
    const id = await customer('comma@example.com')
    const text = '標籤為 1 至 20 個字，不可含逗號'
    for (const action of ['add_tag', 'remove_tag']) {
      const { status, body } = await trial(action, [id], '甲,乙')
      expect([status, body.message, body.fields]).toEqual([400, [text], { tag: text }])
    }
    expect((await trial('add_tag', [id], ' ')).body.fields).toEqual({ tag: '請輸入標籤' })
  })

  it('names those who would have too many, and is what the run does (BULK-03)', async () => {
    const [full, free] = [await customer('full@example.com'), await customer('free@example.com')]
    const tags = Array.from({ length: 20 }, (_, n) => `標籤${n}`)
    expect((await admin.put(`/admin/customer/${full}`, { tags })).status).toBe(200)
    const reason = '標籤最多 20 個'
    const { body } = await trial('add_tag', [full, free], '新')
    expect(body).toMatchObject({ will_change: 1, cannot: [{ id: full, reason }] })
    const asked = { kind: 'customers', action: 'add_tag', ids: [full, free], input: { tag: '新' } }
    const { run, entries } = await finish(asked)
    expect([run.done, run.failed, entries[0].reason]).toEqual([2, 1, reason])
    expect((await trial('add_tag', [full], '標籤3')).body.cannot[0].reason).toBe('已有此標籤')
    expect((await trial('remove_tag', [full], '標籤3')).body.will_change).toBe(1)
  })
})

describe('runs into the trash and out of it', () => {
  it.each([
    { kind: 'products', create: () => shop.product(), trash: 'product' },
    { kind: 'coupons', create: async () => (await shop.coupon()).id, trash: 'coupon' },
    { kind: 'orders', create: () => place(), trash: 'order' },
  ])(
    'take $kind, bring them back, and undo both (BULK-05, BULK-08)',
    async ({ kind, create, trash }) => {
      const id = await create()
      const isInTrash = async () => {
        const { body } = await admin.get(`/admin/trash?kind=${trash}`)
        return body.entries.some((entry: { id: string }) => entry.id === id)
      }
      const archived = await finish({ kind, action: 'archive', ids: [id] })
      expect([archived.run.failed, await isInTrash()]).toEqual([0, true])
      const restored = await finish({ kind, action: 'restore', ids: [id, '-unknown'] })
      expect([restored.run.failed, await isInTrash()]).toEqual([1, false])
      // Another run has changed it since.
      expect((await undo(archived.id)).run).toMatchObject({ undone: 0, kept: 1 })
      expect((await undo(restored.id)).run).toMatchObject({ undone: 1, kept: 0 })
      expect(await isInTrash()).toBe(true)
      const again = await finish({ kind, action: 'restore', ids: [id] })
      expect(again.run.failed).toBe(0)
      const last = await finish({ kind, action: 'archive', ids: [id] })
      await undo(last.id)
      expect(await isInTrash()).toBe(false)
    },
  )
})

describe('runs over orders', () => {
  it('mark all parcels as delivered, and take it back (BULK-05, BULK-08)', async () => {
    const order = await place()
    await admin.post(`/admin/order/${order}/parcel`, { carrier: 'own' })
    const { id } = await finish({ kind: 'orders', action: 'deliver', ids: [order] })
    const parcels = async () => (await admin.get(`/admin/order/${order}`)).body.parcels
    expect([(await orderOf(order))?.state, (await parcels())[0].delivered_at]).toEqual([
      'delivered',
      expect.any(Number),
    ])
    await undo(id)
    expect((await orderOf(order))?.state).toBe('shipped')
    expect((await parcels())[0]).not.toHaveProperty('delivered_at')
  })

  it('archive and bring back, and keep what was changed in between (BULK-05, BULK-08)', async () => {
    const [kept, changed] = [await place(), await place()]
    const { id } = await finish({ kind: 'orders', action: 'archive', ids: [kept, changed] })
    expect((await orderOf(kept))?.deletedAt).toBeInstanceOf(Date)
    await admin.post(`/admin/order/${changed}/restore`)
    await admin.delete(`/admin/order/${changed}`)
    expect((await undo(id)).run).toMatchObject({ undone: 1, kept: 1 })
    expect((await orderOf(kept))?.deletedAt).toBeNull()
    expect((await orderOf(changed))?.deletedAt).toBeInstanceOf(Date)
  })

  it('mark as printed, and take it back unless it was printed again (BULK-05, BULK-08)', async () => {
    const [once, twice] = [await place(), await place()]
    const { id } = await finish({ kind: 'orders', action: 'print', ids: [once, twice] })
    expect((await orderOf(once))?.printedAt).toBeInstanceOf(Date)
    await admin.post('/admin/packing', { ids: [twice], is_printed: true })
    expect((await undo(id)).run).toMatchObject({ undone: 1, kept: 1 })
    expect((await orderOf(once))?.printedAt).toBeNull()
  })

  it('that move money are none (BULK-10)', async () => {
    const order = await place()
    const moneyOf = async () => {
      const { rows } = await shop.database.pool.query(
        `select (select json_agg(p order by p.id) from payments as p where order_id = $1) as payments,
           (select count(*) from refunds where order_id = $1) as refunds`,
        [order],
      )
      return rows
    }
    const before = await moneyOf()
    for (const action of ['prepare', 'print', 'ship', 'deliver', 'archive']) {
      const input = { carrier: 'own' }
      const { run } = await finish({ kind: 'orders', action, ids: [order], input })
      expect([action, run.failed]).toEqual([action, 0])
      expect(await moneyOf()).toEqual(before)
    }
    for (const action of ['refund', 'capture', 'void', 'record_payment', 'cancel']) {
      const asked = { kind: 'orders', action, ids: [order] }
      expect((await admin.post('/admin/run', asked)).status).toBe(400)
    }
  })
})
