import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { orderEvents, orderLines, orders } from '../../db/tables/orders.ts'
import { payments } from '../../db/tables/payments.ts'
import { countWaiting } from '../../testing/database/count-waiting.ts'
import { emptyOrders } from '../../testing/database/empty-orders.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
let product: string

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  product = await shop.product({ price: 999 })
})
afterAll(() => shop.close())
beforeEach(async () => {
  await emptyOrders(shop.database.db)
})

/** Creates an order of this visitor in the shop and returns its id. */
async function buy(visitor: Visitor, change: object = {}): Promise<string> {
  await visitor.post('/cart', { product_id: product, qty: 2 })
  const { body } = await visitor.post('/order', { ...orderData, ...change })
  return body.orderId
}
const list = async (query = '') => (await admin.get(`/admin/orders${query}`)).body
const ids = (body: { orders: { id: string }[] }) => body.orders.map(({ id }) => id)
const read = async (id: string) =>
  (await list()).orders.find((order: { id: string }) => order.id === id)
const stored = async (id: string) => {
  const { db } = shop.database
  const lines = await db.select().from(orderLines).where(eq(orderLines.orderId, id))
  const { searchTerms: _, ...row } = getTableColumns(orders)
  const [order] = await db.select(row).from(orders).where(eq(orders.id, id))
  return { order, lines }
}
const events = async (orderId: string) => {
  const rows = await shop.database.db
    .select({ kind: orderEvents.kind, actor: orderEvents.actor })
    .from(orderEvents)
    .where(eq(orderEvents.orderId, orderId))
    .orderBy(asc(orderEvents.id))
  return rows.map(({ kind, actor }) => `${kind} ${actor.slice(0, 2)}`)
}
const paymentsOf = (orderId: string) =>
  shop.database.db
    .select({ provider: payments.provider, amount: payments.amount, status: payments.status })
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.id))

const waitingForLocks = () => countWaiting(shop.database.pool)

describe('the list', () => {
  it('API-22 AORDER-08 CONST-06 answers 10 orders a page of all shoppers, newest first', async () => {
    const made: string[] = []
    for (let number = 0; number < 11; number++) {
      made.push(await buy(number % 2 ? shop.guest() : await shop.member()))
    }
    expect([...made].sort()).toEqual(made)
    const first = await list('?page=1')
    expect(ids(first)).toEqual(made.toReversed().slice(0, 10))
    expect(first).toMatchObject({
      success: true,
      messages: [],
      pagination: { total_pages: 2, current_page: 1, has_pre: false, has_next: true, category: '' },
    })
    expect(ids(await list('?page=2'))).toEqual(made.slice(0, 1))
    expect((await list('?page=3')).orders).toEqual([])
    expect(ids(await list('?sort=id&order=asc'))).toEqual(made.slice(0, 10))
    expect(ids(await list('?sort=id&order=asc&page=2'))).toEqual(made.slice(10))
    expect(ids(await list('?sort=create_at&order=desc'))).toEqual(ids(first))
    const longer = await list('?page_size=50')
    expect(ids(longer)).toEqual(made.toReversed())
    expect(longer.pagination).toMatchObject({ total_pages: 1, has_next: false })
  })

  it('API-22 API-52 an order is whole: lines, totals, contact, unknown keys', async () => {
    const { code } = await shop.coupon({ percent: 75 })
    const guest = shop.guest()
    await guest.post('/cart', { product_id: product, qty: 3 })
    await guest.post('/coupon', { code })
    const { body } = await guest.post('/order', {
      ...orderData,
      source: 'app',
      user: { ...orderData.user, floor: 3 },
    })
    const order = await read(body.orderId)
    expect(order).toMatchObject({
      id: body.orderId,
      create_at: body.create_at,
      is_paid: false,
      message: orderData.message,
      total: 2248,
      source: 'app',
      user: { ...orderData.user, floor: 3 },
    })
    expect(Object.values(order.products)).toEqual([
      expect.objectContaining({
        product_id: product,
        qty: 3,
        total: 2997,
        final_total: 2247.75,
        coupon: expect.objectContaining({ code, percent: 75 }),
        product: expect.objectContaining({ price: 999 }),
      }),
    ])
    expect(order).not.toHaveProperty('owner')
  })

  it.each([
    ['total', 'asc', ['b', 'a', 'c']],
    ['total', 'desc', ['c', 'a', 'b']],
    ['name', 'asc', ['c', 'b', 'a']],
    ['message', 'asc', ['b', 'c', 'a']],
    ['is_paid', 'asc', ['b', 'a']],
    ['is_paid', 'desc', ['c']],
  ])('AORDER-08 is sorted by %s %s', async (sort, order, expected) => {
    const cheap = await shop.product({ price: 1 })
    const dear = await shop.product({ price: 5_000 })
    const enter = (product_id: string, name: string, message: string, is_paid = 0) =>
      admin.post('/admin/order', {
        user: { ...orderData.user, name },
        message,
        is_paid,
        products: [{ product_id, qty: 1 }],
      })
    const byName = new Map<string, string>()
    for (const [key, reply] of [
      ['a', await enter(product, 'Chang', '3')],
      ['b', await enter(cheap, 'Bai', '1')],
      ['c', await enter(dear, 'An', '2', 1)],
    ] as const) {
      byName.set(reply.body.orderId, key)
    }
    const found = ids(await list(`?sort=${sort}&order=${order}`)).map((id) => byName.get(id))
    expect(found).toHaveLength(3)
    expect(found.slice(0, expected.length)).toEqual(expected)
  })

  it.each(['?page=0', '?page=-1', '?page=x', '?sort=owner', '?sort=id&order=up'])(
    'API-63 %s is refused',
    async (query) => {
      expect((await admin.get(`/admin/orders${query}`)).status).toBe(400)
    },
  )
})

describe('the search', () => {
  it('finds an order by its whole number and no other (EASE-11)', async () => {
    const [id] = [await buy(shop.guest()), await buy(shop.guest())]
    const { number } = await read(id)
    const found = await list(`?q=${number}`)
    expect(ids(found)).toEqual([id])
    expect(found.pagination).toMatchObject({ total_pages: 1, has_next: false })
    expect(ids(await list('?q=000101-1'))).toEqual([])
    expect(ids(await list('?q='))).toHaveLength(2)
  })
})

describe('changing', () => {
  it('API-32 merges what is named: message, contact, unknown keys', async () => {
    const id = await buy(shop.guest(), { source: 'app' })
    const before = await read(id)
    const change = {
      message: '改送公司',
      user: { tel: '0987654321', floor: 3 },
      shipped: true,
    }
    const { status, body } = await admin.put(`/admin/order/${id}`, change)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: '已更新訂單資訊' })
    expect(await read(id)).toEqual({
      ...before,
      message: '改送公司',
      shipped: true,
      user: { ...before.user, tel: '0987654321', floor: 3 },
    })
  })

  it('records what a change was before and after, of unknown keys alone too, and nothing else', async () => {
    const id = await buy(shop.guest(), { source: 'app' })
    const { db } = shop.database
    await admin.put(`/admin/order/${id}`, { shipped: true })
    await admin.put(`/admin/order/${id}`, { shipped: true, message: orderData.message })
    await admin.put(`/admin/order/${id}`, { message: '改送公司', is_paid: true })
    const rows = await db
      .select({ kind: orderEvents.kind, detail: orderEvents.detail })
      .from(orderEvents)
      .where(eq(orderEvents.orderId, id))
      .orderBy(asc(orderEvents.id))
    expect(rows.slice(1)).toEqual([
      {
        kind: 'changed',
        detail: {
          before: { extra: { source: 'app' } },
          after: { extra: { source: 'app', shipped: true } },
        },
      },
      {
        kind: 'changed',
        detail: { before: { message: orderData.message }, after: { message: '改送公司' } },
      },
      {
        kind: 'paid',
        detail: {
          before: { state: 'placed' },
          after: { state: 'paid', payment_method: 'manual' },
        },
      },
    ])
  })

  it('API-32 takes back what the list gave', async () => {
    const id = await buy(await shop.member())
    const before = await read(id)
    expect((await admin.put(`/admin/order/${id}`, before)).status).toBe(200)
    expect(await read(id)).toEqual(before)
  })

  it.each(['placed', 'paid'])(
    'API-32 takes back what the list gave of an order that was %s and is cancelled, with its changes',
    async (state) => {
      const member = await shop.member()
      const id = await buy(member)
      if (state === 'paid') await member.post(`/pay/${id}`)
      expect((await member.post(`/order/${id}/cancel`)).status).toBe(200)
      const before = await read(id)
      const { status } = await admin.put(`/admin/order/${id}`, { ...before, message: '已去電' })
      expect(status).toBe(200)
      expect(await read(id)).toEqual({ ...before, message: '已去電' })
    },
  )

  it('B7 A3 never changes lines, totals, owner, number or times', async () => {
    const member = await shop.member()
    const id = await buy(member)
    const before = await stored(id)
    const { status } = await admin.put(`/admin/order/${id}`, {
      id: 'other',
      num: 1,
      total: 1,
      final_total: 1,
      create_at: 1,
      paid_date: 1,
      payment_method: 'gold',
      owner: 'm:somebody',
      uid: 'somebody',
      coupon: { code: 'x', percent: 1 },
      products: { x: { qty: 9999, final_total: 0 } },
      user: { uid: 'somebody', name: `王大明+${'x'.repeat(28)}` },
    })
    expect(status).toBe(200)
    const after = await stored(id)
    expect(after.lines).toEqual(before.lines)
    expect(after.order).toEqual({
      ...before.order,
      contactName: '王大明',
      extra: { owner: 'm:somebody' },
    })
    expect((await member.get(`/order/${id}`)).status).toBe(200)
  })

  it.each([true, 1, '1'])(
    'API-32 API-54 is_paid %j pays by hand, once; false voids that payment',
    async (is_paid) => {
      const guest = shop.guest()
      const id = await buy(guest)
      await admin.put(`/admin/order/${id}`, { is_paid })
      await admin.put(`/admin/order/${id}`, { is_paid })
      const paid = await read(id)
      expect(paid).toMatchObject({ is_paid: true, payment_method: 'manual' })
      expect(paid.paid_date).toBeGreaterThanOrEqual(paid.create_at)
      expect(await paymentsOf(id)).toEqual([
        { provider: 'manual', amount: 1998, status: 'succeeded' },
      ])
      expect((await guest.post(`/pay/${id}`)).status).toBe(200)
      expect(await paymentsOf(id)).toHaveLength(1)

      await admin.put(`/admin/order/${id}`, { is_paid: false })
      const unpaid = await read(id)
      expect(unpaid.is_paid).toBe(false)
      expect(unpaid).not.toHaveProperty('paid_date')
      expect(unpaid).not.toHaveProperty('payment_method')
      expect((await guest.post(`/pay/${id}`)).status).toBe(200)
      expect(await paymentsOf(id)).toEqual([
        { provider: 'manual', amount: 1998, status: 'voided' },
        { provider: 'demonstration', amount: 1998, status: 'succeeded' },
      ])
      expect(await events(id)).toEqual(['created g:', 'paid a:', 'unpaid a:', 'paid g:'])
    },
  )

  it('D8 of many who mark it as paid at once, one makes the payment', async () => {
    const id = await buy(shop.guest())
    const { db } = shop.database
    // All of them are in flight before the first one continues.
    const replies = await db.transaction(async (tx) => {
      await tx.select().from(orders).where(eq(orders.id, id)).for('update')
      const calls = Array.from({ length: 5 }, () =>
        admin.put(`/admin/order/${id}`, { is_paid: true }),
      )
      await expect.poll(waitingForLocks, { interval: 20 }).toBe(5)
      return { calls }
    })
    const statuses = (await Promise.all(replies.calls)).map(({ status }) => status)
    expect(statuses).toEqual(Array<number>(5).fill(200))
    expect(await paymentsOf(id)).toHaveLength(1)
    expect(await events(id)).toEqual(['created g:', 'paid a:'])
  })

  it('D8 of many who pay and take back at once, one payment counts at most, and the order agrees', async () => {
    const guest = shop.guest()
    const id = await buy(guest)
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, turn) =>
        turn % 3 === 0
          ? guest.post(`/pay/${id}`)
          : admin.put(`/admin/order/${id}`, { is_paid: turn % 3 === 1 }),
      ),
    )
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]))
    const counting = (await paymentsOf(id)).filter(({ status }) => status === 'succeeded')
    expect(counting).toHaveLength((await read(id)).is_paid ? 1 : 0)
  })

  it.each([
    [{ is_paid: 2 }, 'is_paid 型別錯誤'],
    [{ is_paid: 'yes' }, 'is_paid 型別錯誤'],
    [{ message: 5 }, 'message 型別錯誤'],
    [{ message: 'x'.repeat(2_001) }, 'message 長度超過上限'],
    [{ user: [] }, 'user 型別錯誤'],
    [{ user: { name: '' } }, 'name 屬性不得為空'],
    [{ user: { email: 5 } }, 'email 型別錯誤'],
    [{ note: 'x'.repeat(8_192) }, '自訂欄位合計不可超過 8 kB'],
    [{ user: { note: 'x'.repeat(8_192) } }, '自訂欄位合計不可超過 8 kB'],
  ])('API-32 A8 %# is refused: %s', async (change, message) => {
    const id = await buy(shop.guest())
    const before = await stored(id)
    const { status, body } = await admin.put(`/admin/order/${id}`, change)
    expect(body.success).toBe(false)
    expect([body.message].flat()).toEqual([message].flat())
    expect(status).toBe(400)
    expect(await stored(id)).toEqual(before)
  })

  it('API-32 an unknown order is told as such', async () => {
    const { status, body } = await admin.put('/admin/order/-NoSuchOrder00000000', { is_paid: 1 })
    expect(status).toBe(404)
    expect(body).toMatchObject({ success: false, message: '找不到訂單' })
  })
})

describe('entering by hand', () => {
  const byHand = (change: object = {}) => ({ ...orderData, ...change })

  it('API-31 an order is priced from the products of now', async () => {
    const other = await shop.product({ price: 50 })
    const { status, body } = await admin.post('/admin/order', {
      ...byHand({ channel: '電話', total: 1, final_total: 1 }),
      products: [
        { product_id: product, qty: 2, price: 1 },
        { product_id: other, qty: '3' },
      ],
    })
    expect(status).toBe(200)
    expect(body).toEqual({
      success: true,
      message: '已建立訂單',
      orderId: expect.stringMatching(/^[\w-]{20}$/),
    })
    const order = await read(body.orderId)
    expect(order).toMatchObject({
      total: 2 * 999 + 3 * 50,
      is_paid: false,
      channel: '電話',
      user: orderData.user,
    })
    expect(Object.keys(order.products)).toHaveLength(2)
    expect(await events(body.orderId)).toEqual(['created a:'])
  })

  it('API-31 is created once for a key, with the same reply', async () => {
    const data = byHand({ products: [{ product_id: product, qty: 1 }] })
    const key = { 'idempotency-key': 'one-order' }
    const first = await admin.post('/admin/order', data, key)
    const second = await admin.post('/admin/order', data, key)
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(ids(await list())).toEqual([first.body.orderId])
  })

  it('API-31 may be paid already', async () => {
    const { body } = await admin.post('/admin/order', {
      ...byHand({ is_paid: true }),
      products: [{ product_id: product, qty: 1 }],
    })
    expect(await read(body.orderId)).toMatchObject({ is_paid: true, payment_method: 'manual' })
    expect(await paymentsOf(body.orderId)).toEqual([
      { provider: 'manual', amount: 999, status: 'succeeded' },
    ])
  })

  it('B2 belongs to no shopper', async () => {
    const { body } = await admin.post('/admin/order', {
      ...byHand(),
      products: [{ product_id: product, qty: 1 }],
    })
    for (const shopper of [shop.guest(), await shop.member()]) {
      expect((await shopper.get(`/order/${body.orderId}`)).status).toBe(404)
    }
  })

  it.each([
    ['no products', { products: undefined }],
    ['an empty list', { products: [] }],
    ['no user', { user: undefined }],
    ['half a user', { user: { name: '王小明' } }],
    ['a quantity of 0', { products: [{ product_id: 'x', qty: 0 }] }],
    ['a quantity of 1.5', { products: [{ product_id: 'x', qty: 1.5 }] }],
    ['a quantity of "0x10"', { products: [{ product_id: 'x', qty: '0x10' }] }],
    ['a quantity of true', { products: [{ product_id: 'x', qty: true }] }],
    ['an unknown product', { products: [{ product_id: '-NoSuchProduct000000', qty: 1 }] }],
    ['101 lines', { products: Array(101).fill({ product_id: 'x', qty: 1 }) }],
  ])('API-31 A1 %s is refused with 400, and nothing is written', async (_, change) => {
    const { status, body } = await admin.post('/admin/order', {
      ...byHand(),
      products: [{ product_id: product, qty: 1 }],
      ...change,
    })
    expect(status).toBe(400)
    expect(body).toMatchObject({ success: false, message: expect.any(Array) })
    expect(await shop.database.db.select().from(orders)).toEqual([])
  })

  it('A2 an amount beyond the limit is refused', async () => {
    const dear = await shop.product({ price: 2_147_483_647 })
    const { status, body } = await admin.post('/admin/order', {
      ...byHand(),
      products: [{ product_id: dear, qty: 9999 }],
    })
    expect(status).toBe(400)
    expect(body.message).toBe('訂單金額超過上限')
  })
})

describe('deleting', () => {
  it('API-33 deletes it once, for its shopper too, and keeps the row for the accounts', async () => {
    const member = await shop.member()
    const id = await buy(member)
    const { status, body } = await admin.delete(`/admin/order/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: '已刪除' })
    expect((await member.get(`/order/${id}`)).status).toBe(404)
    expect((await member.get('/orders')).body.orders).toEqual([])
    expect((await member.post(`/pay/${id}`)).status).toBe(404)
    expect((await list()).orders).toEqual([])
    for (const again of [
      await admin.delete(`/admin/order/${id}`),
      await admin.put(`/admin/order/${id}`, { is_paid: 1 }),
    ]) {
      expect(again.status).toBe(404)
      expect(again.body).toMatchObject({ success: false, message: '找不到訂單' })
    }
    expect((await stored(id)).order?.deletedAt).toBeInstanceOf(Date)
    expect(await events(id)).toEqual(['created m:', 'deleted a:'])
  })

  it('API-33 orders/all takes all of them, and does with none', async () => {
    const made = [await buy(shop.guest()), await buy(await shop.member())]
    for (let time = 0; time < 2; time++) {
      const { status, body } = await admin.delete('/admin/orders/all')
      expect(status).toBe(200)
      expect(body).toEqual({ success: true, message: '已刪除' })
      expect((await list()).orders).toEqual([])
    }
    for (const id of made) expect((await events(id)).at(-1)).toBe('deleted a:')
  })

  it('D13 orders/all is in the audit although a later step fails, and goes on when called again', async () => {
    const run = (text: string, values: string[] = []) => shop.database.pool.query(text, values)
    const live = async () => (await run('select from orders where deleted_at is null')).rowCount
    const [model, last] = [await buy(shop.guest()), await buy(shop.guest())]
    await run(
      `insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
        user_extra, extra)
       select left(id, 19) || '-' || lpad(n::text, 3, '0'), owner, total, '', contact_name, user_email,
        user_tel, user_address, '{}', '{}'
       from orders, generate_series(1, 500) as n where id = $1`,
      [model],
    )
    const audited = async () =>
      (await run(`select from audit_entries where action = 'order.archive_all'`)).rowCount ?? 0
    const before = await audited()
    expect(await live()).toBe(502)
    await run(
      `alter table orders add constraint refuses_last
        check (message <> 'refused' or deleted_at is null)`,
    )
    try {
      await run(`update orders set message = 'refused' where id = $1`, [last])
      expect((await admin.delete('/admin/orders/all')).status).toBe(500)
      expect(await live()).toBe(2)
      expect(await audited()).toBe(before + 1)
    } finally {
      await run('alter table orders drop constraint refuses_last')
    }
    expect((await admin.delete('/admin/orders/all')).status).toBe(200)
    expect((await list()).orders).toEqual([])
    expect(await audited()).toBe(before + 2)
  })

  it('D13 orders/all waits for orders that are being changed, and never crosswise', async () => {
    const older = await buy(shop.guest())
    const newer = await buy(shop.guest())
    const row = (id: string) => eq(orders.id, id)
    // An update moves the older row behind the newer one in a sequential scan.
    await shop.database.db.update(orders).set({ message: 'later' }).where(row(older))
    await shop.database.db.execute(sql`analyze orders`)
    let sweep: ReturnType<typeof admin.delete> | undefined
    await shop.database.db.transaction(async (tx) => {
      await tx.select().from(orders).where(row(older)).for('update')
      sweep = admin.delete('/admin/orders/all')
      await expect.poll(waitingForLocks).toBe(1)
      await tx.update(orders).set({ message: 'mine' }).where(row(newer))
    })
    expect((await sweep)?.status).toBe(200)
    expect((await list()).orders).toEqual([])
  })

  it('D13 of a hundred deletions at once each order goes once', async () => {
    const made: string[] = []
    for (let number = 0; number < 20; number++) made.push(await buy(shop.guest()))
    const replies = await Promise.all(
      [...made, ...made].map((id) => admin.delete(`/admin/order/${id}`)),
    )
    const codes = replies.map(({ status }) => status).sort()
    expect(codes).toEqual([...Array<number>(20).fill(200), ...Array<number>(20).fill(404)])
  })
})
