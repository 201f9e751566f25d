import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { orderPaymentStates, orderStates } from '#contract/order-states.ts'
import { type Order, orderMethods } from '#contract/orders.ts'
import { adminCapped } from '#contract/paging.ts'
import { foundAtMost } from '../../db/list-page.ts'
import { fillTerms } from '../../search/write-terms.ts'
import { searchedTables } from '../../searched-tables.ts'
import { emptyOrders } from '../../testing/database/empty-orders.ts'
import {
  openAdministrator,
  openStaff,
  type TestAdministrator,
} from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../../testing/test-shop.ts'

const seed = 20_261_122
const count = 240
let shop: TestShop
let admin: TestAdministrator

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
})
afterAll(() => shop.close())

const soldProduct = {
  id: 'p1',
  num: 1,
  category: '茶',
  content: '',
  description: '',
  imageUrl: '',
  imagesUrl: [],
  is_enabled: 1,
  origin_price: 100,
  price: 100,
  title: '商品',
  unit: '個',
}

interface Contact {
  name?: string
  email?: string
  tel?: string
  title?: string
}

let made = 0

/** An order as it stands in the tables, with one line. */
async function insertOrder({
  name = '林大同',
  email = 'da@tong.example',
  tel = '0223456789',
  title = '陶杯',
}: Contact): Promise<string> {
  const id = `found-${String(++made).padStart(6, '0')}-x`
  const { db } = shop.database
  await db.execute(sql`
    insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
      user_extra, extra)
    values (${id}, 'g:somebody', 100, '', ${name}, ${email}, ${tel}, '台北市', '{}', '{}')`)
  await db.execute(sql`
    insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
    values (${id}, ${`${id}-1`}, 'p1', 1, 100, 100,
      ${JSON.stringify({ ...soldProduct, title })}::jsonb)`)
  await fillTerms(db, searchedTables)
  return id
}

async function answer(query: Record<string, string>, by: TestAdministrator = admin) {
  return by.get(`/admin/orders?${new URLSearchParams(query)}`)
}

async function find(q: string, by: TestAdministrator = admin): Promise<string[]> {
  const { status, body } = await answer({ q, sort: 'id', order: 'asc' }, by)
  expect(status, q).toBe(200)
  return body.orders.map(({ id }: { id: string }) => id)
}

describe('關鍵字 of orders (FIND-03)', () => {
  let ming: string
  let anne: string
  let number: string
  let num: string

  beforeAll(async () => {
    ming = await insertOrder({
      name: '陳小明',
      email: 'Ming.Chen@Example.com',
      tel: '+886 912 345 678',
      title: '手感 馬克杯 Large',
    })
    anne = await insertOrder({
      name: 'Ａｎｎｅ　Marie',
      email: "o'neil_%@mail.example",
      tel: '(02) 2771-0000#36',
    })
    await insertOrder({})
    const { rows } = await shop.database.db.execute<{ number: string; num: string }>(
      sql`select number, num::text from orders where id = ${ming}`,
    )
    number = rows[0]?.number ?? ''
    num = rows[0]?.num ?? ''
  })

  it('finds by the whole number and its end from six characters on', async () => {
    expect(await find(ming)).toEqual([ming])
    expect(await find(ming.toUpperCase())).toEqual([ming])
    expect(await find(ming.slice(-6))).toEqual([ming])
    expect(await find(ming.slice(-5))).toEqual([])
    expect(await find(number)).toEqual([ming])
    expect(await find(` ${number} `)).toEqual([ming])
    expect(await find(num)).toContain(ming)
  })

  it('finds by any part of the name from one character on', async () => {
    for (const part of ['陳', '小', '陳小', '小明', '陳小明'])
      expect(await find(part)).toEqual([ming])
    expect(await find('陳明')).toEqual([])
    for (const part of ['anne', 'ANNE M', 'ｎｅ ｍａ', 'e', 'arie']) {
      expect(await find(part), part).toContain(anne)
    }
  })

  it('finds by any part of the e-mail address (HOUSE-03)', async () => {
    for (const text of ['ming.chen@example.com', 'MING.CHEN', 'min']) {
      expect(await find(text), text).toEqual([ming])
    }
    expect(await find('chen@example.com')).toEqual([ming])
    expect(await find("o'neil_%@")).toEqual([anne])
  })

  it('finds by any part of the telephone number, with and without signs (HOUSE-03, MEND-75)', async () => {
    for (const text of [
      '0912345678',
      '+886 912 345 678',
      '+886912345678',
      '0912-345-678',
      '12 345 67',
      '912345',
    ]) {
      expect(await find(text), text).toEqual([ming])
    }
    expect(await find('678')).toContain(ming)
    expect(await find('02-2771-0000')).toEqual([anne])
    expect(await find('(02) 2771-0000#36')).toEqual([anne])
    expect(await find('2771-0000#37')).toEqual([])
  })

  it('finds by any part of a title of its products (HOUSE-03)', async () => {
    for (const text of ['馬', '马克', '感 馬克杯', 'LARGE', 'ｌａｒｇｅ', '手感 馬克杯 lârge']) {
      expect(await find(text), text).toEqual([ming])
    }
    expect(await find('馬杯')).toEqual([])
  })

  it('ignores an apostrophe before it, as the files write it', async () => {
    expect(await find("'0912345678")).toEqual([ming])
    expect(await find(`'${number}`)).toEqual([ming])
  })

  it('finds no personal data for who may not see it (STAFF-08)', async () => {
    const viewer = await openStaff(shop, 'viewer')
    for (const text of ['陳', '陳小', '陳小明', 'ming.chen@example.com', '0912345678', '5678']) {
      expect(await find(text, viewer), text).toEqual([])
    }
    expect(await find('馬克杯', viewer)).toEqual([ming])
    expect(await find(number, viewer)).toEqual([ming])
  })

  it('finds an order as it is written, and follows each change of it at once', async () => {
    const productId = await shop.product({ title: '碧螺春' })
    const guest = shop.guest()
    await guest.post('/cart', { product_id: productId, qty: 1 })
    const user = { ...orderData.user, name: '無名氏', tel: '03-456-7777' }
    const { body } = await guest.post('/order', { ...orderData, user })
    const id: string = body.orderId
    const written = await readOrder(id)
    for (const q of ['無名氏', '碧螺', '034567777', written.number, id])
      expect(await find(q), q).toEqual([id])
    expect(await find(String(written.num))).toContain(id)
    await admin.put(`/admin/order/${id}`, { user: { name: '改名者', tel: '04 765 8888' } })
    expect(await find('無名氏')).toEqual([])
    for (const q of ['改名者', '047658888', '碧螺春', written.number])
      expect(await find(q), q).toEqual([id])
    await admin.put(`/admin/order/${id}`, { user: { tel: '05 222 3333' } })
    expect(await find('047658888')).toEqual([])
    expect(await find('052223333')).toEqual([id])
  })

  async function readOrder(id: string): Promise<{ number: string; num: number }> {
    const { body } = await admin.get('/admin/orders?sort=id&order=desc')
    return body.orders.find((one: Order) => one.id === id)
  }
})

describe('the parameters of the list', () => {
  /** All orders as the list shows them, by hand, in the order of creation. */
  let all: Order[]
  let archived: string[]

  beforeAll(async () => {
    const { db } = shop.database
    await emptyOrders(db)
    // Every state, payment state and method, over 60 days, some of them archived.
    await db.execute(sql`
      insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
        user_extra, extra, state, payment_state, payment_method, paid_at, created_at, expires_at,
        deleted_at)
      select 'f' || lpad(n::text, 6, '0'), 'g:x', 100 + n * 37 % 91, 'M' || n % 7, 'N' || n % 11,
        'a@b.example', '0912345678', 'A', '{}',
        case when n % 9 = 0 then jsonb_build_object('group',
          jsonb_build_object('code', 'c', 'campaign_id', 'camp' || n % 4, 'title', 't')) else '{}' end,
        state, case when is_paid then 'paid' else 'unpaid' end,
        case when is_paid then (${sql.param([...orderMethods])}::text[])[1 + n % ${orderMethods.length}::int] end,
        case when is_paid then now() end,
        timestamptz '2026-09-01 00:00+08' + n * interval '6 hours',
        case when state = 'placed' and n % 3 = 0 then now() + n * interval '1 hour' end,
        case when n % 13 = 0 then now() - n * interval '1 minute' end
      from generate_series(1, ${count}::int) as n,
        lateral (select (${sql.param([...orderStates])}::text[])[1 + n % 8] as state) as s,
        lateral (select state not in ('placed', 'cancelled') or state = 'cancelled' and n % 3 = 0
          as is_paid) as p`)
    await db.execute(sql`
      insert into order_lines (order_id, id, product_id, qty, total, final_total, product)
      select id, id || k, 'p' || (num + k) % 5, 1, 1, 1,
        ${JSON.stringify(soldProduct)}::jsonb || jsonb_build_object('title', 'T' || num % 5)
      from orders, generate_series(1, 2) as k`)
    await db.execute(sql`
      insert into payments (id, order_id, provider, method, amount, status, reference)
      select id, id, 'manual', 'transfer', total,
        case when payment_state = 'paid' then 'succeeded' else 'pending' end, id
      from orders where payment_state = 'paid' or num % 2 = 0`)
    await db.execute(sql`
      insert into refunds (id, order_id, payment_id, amount, reason, state, done_at)
      select id, id, id, 1, '', case when num % 2 = 0 then 'done' else 'queued' end,
        case when num % 2 = 0 then now() end
      from orders where payment_state = 'paid' and num % 5 = 0`)
    await db.execute(sql`update orders set payment_state = 'unpaid', state = 'placed', paid_at = null, payment_method = null
      where num % 20 = 0 and payment_state = 'paid'`)
    await db.execute(
      sql`update payments set status = 'failed' where status = 'pending' and order_id like '%0'`,
    )
    await fillTerms(db, searchedTables)
    all = []
    for (let page = 1; ; page++) {
      const { body } = await answer({ sort: 'id', order: 'asc', page: String(page) })
      all.push(...body.orders)
      if (!body.pagination.has_next) break
    }
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from orders where deleted_at is not null order by deleted_at desc`,
    )
    archived = rows.map(({ id }) => id)
  })

  /** Every page of what a filter finds. */
  async function everyId(query: Record<string, string>): Promise<string[]> {
    const ids: string[] = []
    for (let page = 1; ; page++) {
      const { status, body } = await answer({ ...query, page: String(page) })
      expect(status, JSON.stringify(query)).toBe(200)
      ids.push(...body.orders.map(({ id }: Order) => id))
      if (!body.pagination.has_next) return ids
    }
  }

  const dayOf = (order: Order) =>
    new Date((order.create_at + 8 * 3_600) * 1_000).toISOString().slice(0, 10)
  const isIn = (list: string | undefined, value: string | undefined) =>
    list === undefined || (value !== undefined && list.split(',').includes(value))

  /** 「T1」 is a title; the number of an order has no letter. */
  const isFoundBy = (order: Order, q: string) =>
    order.user.name.includes(q) ||
    Object.values(order.products).some(({ product }) => product.title.includes(q))

  function isExpected(order: Order, query: Record<string, string>): boolean {
    const day = dayOf(order)
    const sold = Object.values(order.products).map(({ product_id }) => product_id)
    const hours = query.expires === undefined ? undefined : Number(query.expires)
    return (
      isIn(query.state, order.state) &&
      isIn(query.payment, order.payment_state) &&
      isIn(query.method, order.payment_method) &&
      isIn(query.campaign, order.group?.campaign_id) &&
      (query.product === undefined || sold.some((id) => isIn(query.product, id))) &&
      (query.from === undefined || day >= query.from) &&
      (query.to === undefined || day <= query.to) &&
      (query.q === undefined || isFoundBy(order, query.q)) &&
      (hours === undefined ||
        (order.expires_at !== undefined && order.expires_at <= Date.now() / 1_000 + hours * 3_600))
    )
  }

  /** Few hits are sorted, for more the order of the list is walked. */
  const few = fc.constantFrom(10, adminCapped.counted)
  const { ...thresholds } = foundAtMost
  const lowered = fc.constantFrom(thresholds, { sorted: 0 })
  const { ...asItIs } = adminCapped
  afterEach(() => {
    Object.assign(adminCapped, asItIs)
    Object.assign(foundAtMost, thresholds)
  })

  const some = (words: readonly string[]) =>
    fc.subarray([...words], { minLength: 1, maxLength: 3 }).map((chosen) => chosen.join(','))
  const day = fc
    .integer({ min: 0, max: 70 })
    .map((days) => new Date(Date.UTC(2026, 7, 28 + days)).toISOString().slice(0, 10))
  const filters = fc
    .record(
      {
        state: some(orderStates),
        payment: some(orderPaymentStates),
        method: some(orderMethods),
        product: some(['p0', 'p1', 'p2', 'p3', 'p4', 'none']),
        campaign: some(['camp0', 'camp1', 'camp2', 'none']),
        expires: fc.constantFrom('1', '24', '100', '500'),
        q: fc.constantFrom('N', 'N1', 'N10', 'T3', 'X'),
        from: day,
        to: day,
      },
      { requiredKeys: [] },
    )
    .filter(({ from, to }) => from === undefined || to === undefined || from <= to)

  it(`combine by "and", their values by "or" (FIND-04, seed ${seed})`, async () => {
    expect(new Set(all.map(({ payment_state }) => payment_state))).toEqual(
      new Set(orderPaymentStates),
    )
    expect(all.length + archived.length).toBe(count)
    await fc.assert(
      fc.asyncProperty(filters, few, lowered, async (query, counted, threshold) => {
        adminCapped.counted = counted
        Object.assign(foundAtMost, threshold)
        const expected = all.filter((order) => isExpected(order, query)).map(({ id }) => id)
        expect(await everyId({ ...query, sort: 'id', order: 'asc' })).toEqual(expected)
        expect(await everyId({ ...query, sort: 'create_at', order: 'desc' })).toEqual(
          expected.toReversed(),
        )
      }),
      { seed, numRuns: 60 },
    )
  })

  it.each([10, 1_000])(
    'keep the order that is asked for, few at most %i (FIND-04)',
    async (counted) => {
      adminCapped.counted = counted
      const by: Record<string, (order: Order) => string | number> = {
        total: ({ total }) => total,
        name: ({ user }) => user.name,
        message: ({ message }) => message,
        is_paid: ({ is_paid }) => Number(is_paid),
      }
      for (const [sort, key] of Object.entries(by)) {
        for (const order of ['asc', 'desc'] as const) {
          const ids = await everyId({ state: 'paid,placed,cancelled', sort, order })
          const found = ids.flatMap((id) => all.find((one) => one.id === id) ?? [])
          const keys = found.map(key)
          const sorted = keys.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))
          expect(keys, `${sort} ${order}`).toEqual(order === 'asc' ? sorted : sorted.toReversed())
        }
      }
    },
  )

  it.each([0, 60, 20_000])(
    'find on pages behind those that are counted, sorted up to %i (FIND-09)',
    async (sorted) => {
      Object.assign(foundAtMost, { sorted })
      adminCapped.counted = 10
      for (const q of ['N10', 'N']) {
        const named = all.filter(({ user }) => user.name.includes(q))
        const byName = named.toSorted((a, b) => (a.user.name < b.user.name ? -1 : 1))
        expect(named.length).toBeGreaterThan(q === 'N' ? 100 : 11)
        const ids = (rows: Order[]) => rows.map(({ id }) => id)
        expect(await everyId({ q, sort: 'id', order: 'asc' })).toEqual(ids(named))
        expect(await everyId({ q, sort: 'name', order: 'asc' })).toEqual(ids(byName))
      }
    },
  )

  it('find the orders of a customer (FIND-04)', async () => {
    const { db } = shop.database
    const { rows } = await db.execute<{ num: string }>(
      sql`insert into customers (key) values ('m:someone') returning num`,
    )
    const num = rows[0]?.num ?? ''
    const theirs = all.slice(3, 6).map(({ id }) => id)
    await db.execute(sql`update orders set customer_key = 'm:someone'
      where id = any(${sql.param(theirs)}::text[])`)
    expect(await everyId({ customer: num, sort: 'id', order: 'asc' })).toEqual(theirs)
    expect(await everyId({ customer: '999999999' })).toEqual([])
    expect((await answer({ customer: 'm:someone' })).status).toBe(400)
  })

  it('find archived orders, the last archived first (FIND-04)', async () => {
    expect(await everyId({ archived: '1' })).toEqual(archived)
    const placed = await everyId({ archived: '1', state: 'placed' })
    expect(placed.length).toBeGreaterThan(0)
    expect(archived.filter((id) => placed.includes(id))).toEqual(placed)
  })

  it.each<Record<string, string>>([
    { state: 'paid,gone' },
    { state: 'PAID' },
    { payment: 'some' },
    { method: 'cash' },
    { from: '2026-13-01' },
    { from: '2026-02-30' },
    { to: '20261121' },
    { to: 'yesterday' },
    { from: '2026-11-22', to: '2026-11-21' },
    { expires: '-1' },
    { expires: '1.5' },
    { expires: 'soon' },
    { archived: '2' },
    { sort: 'secret' },
    { page: '0' },
    { product: ',' },
  ])('refuse what they do not know: %j (FIND-04)', async (query) => {
    const { status, body } = await answer(query)
    expect(status).toBe(400)
    expect(body.message).toEqual([expect.any(String)])
  })

  it('leave the list without any of them as it is (FIND-06)', async () => {
    const plain = await admin.get('/admin/orders')
    const empty = await answer({ q: '', state: '', from: '', archived: '' })
    expect(empty.body).toEqual(plain.body)
    expect(plain.body.pagination).toEqual({
      total_pages: Math.ceil(all.length / 10),
      current_page: 1,
      has_pre: false,
      has_next: true,
      category: '',
    })
    const nothing = await answer({ q: '查無此人' })
    expect(nothing.body).toMatchObject({ orders: [], pagination: { total_pages: 1 } })
  })

  it('find an order by a payment that waits from its first moment on (FIND-04)', async () => {
    const id = await insertOrder({})
    const attempt = (status: string) =>
      shop.database.db.execute(sql`
        insert into payments (id, order_id, provider, method, amount, status, reference)
        values (${`${id}-${status}`}, ${id}, 'manual', 'transfer', 100, ${status}, ${`${id}-${status}`})`)
    await attempt('failed')
    expect(await everyId({ payment: 'pending' })).not.toContain(id)
    await attempt('pending')
    expect(await everyId({ payment: 'pending' })).toContain(id)
    expect(await everyId({ payment: 'none' })).not.toContain(id)
    await shop.database.db.execute(
      sql`update payments set status = 'failed' where order_id = ${id}`,
    )
    expect(await everyId({ payment: 'none' })).toContain(id)
  })
})

it('counts up to 100 pages of what a job has given its terms, and tells whether more follow (FIND-09)', async () => {
  const { db } = shop.database
  await emptyOrders(db)
  await db.execute(sql`
    insert into orders (id, owner, total, message, contact_name, user_email, user_tel, user_address,
      user_extra, extra)
    select 'c' || lpad(n::text, 6, '0'), 'g:x', 1, '', case when n <= 1000 then '千' else '餘' end,
      'a@b.example', '0912345678', 'A', '{}', '{}' from generate_series(1, 1015) as n`)
  expect((await answer({ q: '千' })).body.orders).toEqual([])
  await fillTerms(db, searchedTables)
  const pageOf = async (query: Record<string, string>) => {
    const { body } = await answer(query)
    return { n: body.orders.length, ...body.pagination }
  }
  expect(await pageOf({ q: '千', page: '100' })).toEqual({
    n: 10,
    total_pages: 100,
    current_page: 100,
    has_pre: true,
    has_next: false,
    category: '',
  })
  const capped = { total_pages: 100, is_capped: true }
  const all = { state: 'placed' }
  expect(await pageOf({ ...all })).toMatchObject({ n: 10, has_next: true, ...capped })
  expect(await pageOf({ ...all, page: '100' })).toMatchObject({ n: 10, has_next: true, ...capped })
  expect(await pageOf({ ...all, page: '101' })).toMatchObject({ n: 10, has_next: true, ...capped })
  expect(await pageOf({ ...all, page: '102' })).toMatchObject({ n: 5, has_next: false, ...capped })
  expect(await pageOf({ page: '102' })).toMatchObject({ n: 5, has_next: false, total_pages: 102 })
})
