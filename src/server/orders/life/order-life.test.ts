import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defaultSettings } from '#contract/settings.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { completeDelivered } from './complete-orders.ts'

let shop: TestShop
let admin: TestAdministrator
let cup: string
let board: string

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  cup = await shop.product({ title: '青瓷杯', price: 300 })
  board = await shop.product({ title: '木砧板', price: 500 })
})
afterAll(() => shop.close())

/** An order of three cups and a board: 1,400. */
async function place(visitor: Visitor): Promise<string> {
  await visitor.post('/cart', { product_id: cup, qty: 3 })
  await visitor.post('/cart', { product_id: board, qty: 1 })
  return (await visitor.post('/order', orderData)).body.orderId
}
async function placePaid(visitor: Visitor): Promise<string> {
  const id = await place(visitor)
  await visitor.post(`/pay/${id}`)
  return id
}
const read = async (visitor: Visitor, id: string) => (await visitor.get(`/order/${id}`)).body
const readAsStaff = async (id: string) => (await admin.get(`/admin/order/${id}`)).body
const stateOf = async (id: string) => (await readAsStaff(id)).order.state
const lineOf = async (id: string, productId: string) => {
  const lines = Object.values((await readAsStaff(id)).order.products)
  return (lines as { id: string; product_id: string }[]).find(
    (line) => line.product_id === productId,
  )?.id
}
const kinds = (timeline: { kind: string }[]) => timeline.map(({ kind }) => kind)
const count = async (table: string, id: string): Promise<number> => {
  const { rows } = await shop.database.pool.query(
    `select count(*)::int as n from ${table} where order_id = $1`,
    [id],
  )
  return rows[0].n
}
const cancel = (id: string, input: object = { reason: '缺貨' }) =>
  admin.post(`/admin/order/${id}/cancel`, input)
const prepare = (id: string) => admin.post(`/admin/order/${id}/prepare`)
const ship = (id: string, input: object = {}) =>
  admin.post(`/admin/order/${id}/parcel`, { carrier: 'tcat', ...input })

describe('an order', () => {
  it('tells its state, money and shipment from the beginning', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    const placed = await read(guest, id)
    expect(placed.order).toMatchObject({
      state: 'placed',
      payment_state: 'none',
      shipment_state: 'none',
      is_paid: false,
    })
    expect(placed).toMatchObject({ parcels: [], refunds: [], can_cancel: true })
    await guest.post(`/pay/${id}`)
    expect((await read(guest, id)).order).toMatchObject({ state: 'paid', payment_state: 'paid' })
  })

  it('(ORDERLIFE-04) follows the switch of the back office, and back again', async () => {
    const id = await place(shop.guest())
    await admin.put(`/admin/order/${id}`, { is_paid: true })
    const paid = await readAsStaff(id)
    expect(paid).toMatchObject({
      order: { state: 'paid', is_paid: true, payment_method: 'manual' },
      refundable: 1400,
    })
    await admin.put(`/admin/order/${id}`, { is_paid: false })
    const withdrawn = await readAsStaff(id)
    expect(withdrawn).toMatchObject({ order: { state: 'placed', is_paid: false }, refundable: 0 })
    expect(withdrawn.order).not.toHaveProperty('paid_date')
    expect(withdrawn.order).not.toHaveProperty('payment_method')
  })

  it('(ORDERLIFE-02) is not withdrawn, paid or prepared where its state refuses it', async () => {
    const id = await placePaid(shop.guest())
    await prepare(id)
    const events = await count('order_events', id)
    const withdrawn = await admin.put(`/admin/order/${id}`, { is_paid: false })
    expect(withdrawn).toMatchObject({
      status: 409,
      body: { message: '訂單目前為「備貨中」，無法改為未付款', code: 'ORDER_STATE' },
    })
    expect((await prepare(id)).status).toBe(200)
    expect(await count('order_events', id)).toBe(events)
    const guest = shop.guest()
    const unpaid = await place(guest)
    expect((await prepare(unpaid)).status).toBe(409)
    await cancel(unpaid)
    const paid = await guest.post(`/pay/${unpaid}`)
    expect(paid.status).toBe(409)
    expect(paid.body.message).toBe('訂單目前為「已取消」，無法付款')
    expect(await count('payments', unpaid)).toBe(0)
  })
})

it('what a gateway took is not withdrawn by the switch (ORDERLIFE-05)', async () => {
  const id = await placePaid(shop.guest())
  await shop.database.pool.query(`update payments set provider = 'ecpay' where order_id = $1`, [id])
  expect(await admin.put(`/admin/order/${id}`, { is_paid: false })).toMatchObject({
    status: 409,
    body: { message: '此訂單已透過金流收款，請改用退款' },
  })
  expect((await readAsStaff(id)).order).toMatchObject({ state: 'paid', is_paid: true })
})

describe('cancelling', () => {
  it('(ORDERLIFE-10) a shopper cancels what is placed or paid, and the money goes back', async () => {
    const guest = shop.guest()
    const placed = await place(guest)
    const first = await guest.post(`/order/${placed}/cancel`)
    expect(first.body).toEqual({ success: true, message: '已取消訂單', refunds: [] })
    const paid = await placePaid(guest)
    const { body } = await guest.post(`/order/${paid}/cancel`, { reason: '訂錯了' })
    expect(body.refunds).toMatchObject([{ amount: 1400, state: 'done', reason: '訂錯了' }])
    expect((await read(guest, paid)).order).toMatchObject({
      state: 'cancelled',
      is_paid: false,
      payment_state: 'refunded',
      cancel_reason: '訂錯了',
    })
    expect(Object.keys((await guest.get('/cart')).body.data.carts)).toEqual([])
  })

  it('(ORDERLIFE-10) what was paid by hand goes back by hand', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    await admin.put(`/admin/order/${id}`, { is_paid: true })
    const { body } = await guest.post(`/order/${id}/cancel`)
    expect(body.refunds).toMatchObject([{ amount: 1400, state: 'manual', method: 'manual' }])
    const { order } = await read(guest, id)
    expect(order).toMatchObject({ state: 'cancelled', is_paid: true, payment_state: 'refunding' })
  })

  it('(ORDERLIFE-11) is refused once the order is prepared, and repeats as done', async () => {
    const guest = shop.guest()
    const id = await placePaid(guest)
    await prepare(id)
    expect(await read(guest, id)).toMatchObject({ can_cancel: false })
    expect(await guest.post(`/order/${id}/cancel`)).toMatchObject({
      status: 409,
      body: { message: '訂單已進入備貨或出貨，無法自行取消，請與我們聯絡' },
    })
    const other = await place(guest)
    await guest.post(`/order/${other}/cancel`)
    const events = await count('order_events', other)
    expect((await guest.post(`/order/${other}/cancel`)).status).toBe(200)
    expect(await count('order_events', other)).toBe(events)
    const stranger = await shop.guest().post(`/order/${other}/cancel`)
    expect(stranger).toMatchObject({ status: 404, body: { message: '找不到訂單' } })
  })

  it('a reason that is no text is refused, and the order stays', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    for (const reason of [1, {}, 'x'.repeat(201)]) {
      expect((await guest.post(`/order/${id}/cancel`, { reason })).status).toBe(400)
    }
    expect((await read(guest, id)).order.state).toBe('placed')
  })

  it('(ORDERLIFE-12) the owner cancels for a reason until the first parcel', async () => {
    const guest = shop.guest()
    const id = await placePaid(guest)
    for (const input of [{ reason: '' }, { reason: '   ' }, {}]) {
      expect(await cancel(id, input)).toMatchObject({
        status: 400,
        body: { message: '請填寫取消原因' },
      })
    }
    await prepare(id)
    expect((await cancel(id, { reason: '<b>缺貨</b>' })).body.message).toBe('已取消訂單')
    expect((await read(guest, id)).order.cancel_reason).toBe('<b>缺貨</b>')
    const shipped = await placePaid(guest)
    await ship(shipped, { lines: [{ line_id: await lineOf(shipped, cup), qty: 1 }] })
    expect((await readAsStaff(shipped)).actions).not.toContain('cancel')
    expect(await cancel(shipped)).toMatchObject({
      status: 409,
      body: { message: '訂單目前為「備貨中」，無法取消' },
    })
  })

  it('30 cancels and payments at once leave one end', async () => {
    const guest = shop.guest()
    const id = await place(guest)
    await Promise.all(
      Array.from({ length: 30 }, (_, n) =>
        n % 2 ? guest.post(`/order/${id}/cancel`) : guest.post(`/pay/${id}`),
      ),
    )
    const { order, refunds } = await read(guest, id)
    expect(order).toMatchObject({ state: 'cancelled', is_paid: false })
    expect(refunds.length).toBe(await count('payments', id))
  })
})

describe('parcels', () => {
  it('(ORDERLIFE-19) have a carrier, a number and lines, which the shopper reads', async () => {
    const guest = shop.guest()
    const id = await placePaid(guest)
    const { body } = await ship(id, { tracking_number: 'AB-123' })
    expect(body).toMatchObject({ message: '已出貨', data: { carrier: 'tcat' } })
    const [parcel] = (await read(guest, id)).parcels
    expect(parcel).toMatchObject({
      carrier: 'tcat',
      tracking_number: 'AB-123',
      tracking_url: expect.stringContaining('AB-123'),
    })
    const titles = parcel.lines.map(({ title, qty }: { title: string; qty: number }) => [
      title,
      qty,
    ])
    expect(titles.sort()).toEqual([
      ['木砧板', 1],
      ['青瓷杯', 3],
    ])
    for (const tracking_number of ['中文', 'a b', 'x'.repeat(41)]) {
      const other = await placePaid(guest)
      expect((await ship(other, { tracking_number })).status).toBe(400)
    }
    const unknown = await placePaid(guest)
    expect((await ship(unknown, { carrier: 'ups' })).status).toBe(400)
  })

  it('(ORDERLIFE-20) ship a part, and with the last piece the order', async () => {
    const guest = shop.guest()
    const id = await placePaid(guest)
    const lineId = await lineOf(id, cup)
    await ship(id, { lines: [{ line_id: lineId, qty: 2 }] })
    expect((await read(guest, id)).order).toMatchObject({
      state: 'preparing',
      shipment_state: 'partly',
    })
    for (const lines of [
      [{ line_id: lineId, qty: 2 }],
      [
        { line_id: lineId, qty: 1 },
        { line_id: lineId, qty: 1 },
      ],
    ]) {
      expect(await ship(id, { lines })).toMatchObject({
        status: 400,
        body: { message: '出貨數量超過未出貨數量' },
      })
    }
    await ship(id)
    const { order, parcels } = await read(guest, id)
    expect(order).toMatchObject({ state: 'shipped', shipment_state: 'shipped' })
    expect(parcels).toHaveLength(2)
    const events = await count('order_events', id)
    expect((await ship(id)).status).toBe(200)
    expect(await count('order_events', id)).toBe(events)
    expect(await count('parcels', id)).toBe(2)
  })

  it('(ORDERLIFE-20) are made once for a key, with the same reply', async () => {
    const id = await placePaid(shop.guest())
    const data = { carrier: 'tcat', lines: [{ line_id: await lineOf(id, cup), qty: 1 }] }
    const key = { 'idempotency-key': 'one-parcel' }
    const press = () => admin.post(`/admin/order/${id}/parcel`, data, key)
    const [first, second] = [await press(), await press()]
    expect(first.status).toBe(200)
    expect(second.body).toEqual(first.body)
    expect(await count('parcels', id)).toBe(1)
    const other = { ...data, carrier: 'hct' }
    expect((await admin.post(`/admin/order/${id}/parcel`, other, key)).status).not.toBe(200)
    expect(await count('parcels', id)).toBe(1)
  })

  it('(ORDERLIFE-02) are refused when the order is shipped already and their number is not there', async () => {
    const id = await placePaid(shop.guest())
    const lines = [{ line_id: await lineOf(id, cup), qty: 1 }]
    const first = (await ship(id, { tracking_number: '111' })).body.data
    const refused = { status: 409, body: { message: '訂單目前為「已出貨」，無法出貨' } }
    const press = (input: object, key: string) =>
      admin.post(`/admin/order/${id}/parcel`, input, { 'idempotency-key': key })
    const second = { carrier: 'tcat', tracking_number: '222' }
    expect(await press(second, 'second-parcel')).toMatchObject(refused)
    expect(await press({ ...second, lines }, 'second-lines')).toMatchObject(refused)
    expect(await ship(id, { carrier: 'hct', tracking_number: '111' })).toMatchObject(refused)
    expect((await ship(id, { tracking_number: '111' })).body.data).toEqual(first)
    expect(await count('parcels', id)).toBe(1)
  })

  it('(ORDERLIFE-21) deliver the order with the last one, and a job completes it', async () => {
    const guest = shop.guest()
    const id = await placePaid(guest)
    const lines = [{ line_id: await lineOf(id, cup), qty: 1 }]
    const first = (await ship(id, { lines })).body.data.id
    const second = (await ship(id)).body.data.id
    const deliver = (parcelId: string) =>
      admin.put(`/admin/order/${id}/parcel/${parcelId}`, { is_delivered: true })
    await deliver(first)
    expect(await stateOf(id)).toBe('shipped')
    await deliver(second)
    await deliver(second)
    expect((await read(guest, id)).order).toMatchObject({
      state: 'delivered',
      shipment_state: 'delivered',
    })
    const { rows } = await shop.database.pool.query(
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
       where name = 'order.complete' and data ->> 'orderId' = $1`,
      [id],
    )
    expect(rows).toEqual([{ seconds: 7 * 24 * 60 * 60 }])
    await Promise.all(
      [1, 2, 3].map(() =>
        completeDelivered(shop.database.db, { orderId: id }, shop.payments.subscribers),
      ),
    )
    const { timeline } = await read(guest, id)
    expect(kinds(timeline).filter((kind) => kind === 'completed')).toEqual(['completed'])
    expect(timeline.at(-1)).toMatchObject({ kind: 'completed', actor: '系統' })
  })
})

describe('returns', () => {
  async function deliver(visitor: Visitor): Promise<string> {
    const id = await placePaid(visitor)
    const parcelId = (await ship(id)).body.data.id
    await admin.put(`/admin/order/${id}/parcel/${parcelId}`, { is_delivered: true })
    return id
  }
  const returnGoods = async (id: string, input: object = {}) =>
    admin.post(`/admin/order/${id}/return`, {
      reason: '不合用',
      refund: 600,
      lines: [{ line_id: await lineOf(id, cup), qty: 2, to_stock: true }],
      ...input,
    })

  it('(ORDERLIFE-22) name what goes back, and end a week after completion', async () => {
    const guest = shop.guest()
    const id = await deliver(guest)
    const line_id = await lineOf(id, cup)
    expect((await returnGoods(id, { lines: [{ line_id, qty: 4, to_stock: true }] })).status).toBe(
      400,
    )
    expect((await returnGoods(id, { refund: 1401 })).body.message).toBe('最多可退 NT$1,400')
    expect(await stateOf(id)).toBe('delivered')
    expect((await returnGoods(id)).body.message).toBe('已登記退貨')
    const { order, refunds } = await read(guest, id)
    expect(order).toMatchObject({
      state: 'delivered',
      payment_state: 'partly_refunded',
      is_paid: true,
    })
    expect(refunds).toMatchObject([{ amount: 600, state: 'done' }])

    const late = await deliver(guest)
    await completeDelivered(shop.database.db, { orderId: late }, shop.payments.subscribers)
    await shop.database.pool.query(
      `update orders set state_since = now() - interval '7 days 1 second' where id = $1`,
      [late],
    )
    expect(await returnGoods(late)).toMatchObject({
      status: 409,
      body: { message: '已超過退貨期限' },
    })
  })

  it('(ORDERLIFE-02) are refused when another one is recorded, and repeat as done', async () => {
    const id = await deliver(shop.guest())
    const lines = [
      { line_id: await lineOf(id, board), qty: 1, to_stock: true },
      { line_id: await lineOf(id, cup), qty: 3, to_stock: false },
    ]
    const input = { reason: '不合用', refund: 600, lines }
    const press = (data: object, key: string) =>
      admin.post(`/admin/order/${id}/return`, data, { 'idempotency-key': key })
    const done = { status: 200, body: { message: '已登記退貨' } }
    expect(await press(input, 'one-return')).toMatchObject(done)
    const events = await count('order_events', id)
    const refused = { status: 409, body: { message: '訂單目前為「已退貨」，無法登記退貨' } }
    expect(await press({ ...input, refund: 500 }, 'other-refund')).toMatchObject(refused)
    expect(await returnGoods(id, { refund: 600 })).toMatchObject(refused)
    expect(await press(input, 'one-return')).toMatchObject(done)
    expect(await returnGoods(id, input)).toMatchObject(done)
    expect(await returnGoods(id, { refund: 0, lines: [] })).toMatchObject(done)
    expect(await count('order_events', id)).toBe(events)
    expect(await count('refunds', id)).toBe(1)
  })

  it('follow each other until all is back (MEND-12)', async () => {
    const guest = shop.guest()
    const id = await deliver(guest)
    const back = async (product: string, qty: number, refund: number) =>
      returnGoods(id, {
        refund,
        lines: [{ line_id: await lineOf(id, product), qty, to_stock: product === cup }],
      })
    expect((await back(cup, 2, 500)).status).toBe(200)
    expect(await stateOf(id)).toBe('delivered')
    expect(await back(cup, 2, 0)).toMatchObject({
      status: 400,
      body: { message: '退貨數量超過已出貨數量' },
    })
    expect((await back(board, 1, 300)).status).toBe(200)
    expect(await stateOf(id)).toBe('delivered')
    expect((await back(cup, 1, 100)).status).toBe(200)
    expect(await stateOf(id)).toBe('returned')
    const { refunds, timeline } = await read(guest, id)
    expect(refunds.map(({ amount }: { amount: number }) => amount).toSorted()).toEqual([
      100, 300, 500,
    ])
    expect(kinds(timeline).filter((kind) => kind === 'returned')).toHaveLength(3)
  })

  it('are refused before all is shipped, also of a part (MEND-12)', async () => {
    const id = await placePaid(shop.guest())
    const lines = [{ line_id: await lineOf(id, cup), qty: 1 }]
    await ship(id, { lines })
    const back = [{ ...lines[0], to_stock: true }]
    expect((await returnGoods(id, { lines: back })).status).toBe(409)
  })

  it('(ORDERLIFE-22) are made once for a key, which no other return may use', async () => {
    const id = await deliver(shop.guest())
    const key = { 'idempotency-key': 'a-return' }
    const input = { reason: '不合用', refund: 0, lines: [] }
    const press = (data: object) => admin.post(`/admin/order/${id}/return`, data, key)
    expect((await press(input)).status).toBe(200)
    expect((await press({ ...input, reason: '破損' })).status).toBe(422)
  })

  it('follow the time of the settings, as completion does (ORDERLIFE-22, SETTING-12)', async () => {
    const values = { ...defaultSettings.order, completes_after: 2, returns_within: 30 }
    await admin.put('/admin/settings/order', { version: 0, values })
    const late = await deliver(shop.guest())
    const { rows } = await shop.database.pool.query(
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
       where name = 'order.complete' and data ->> 'orderId' = $1`,
      [late],
    )
    expect(rows).toEqual([{ seconds: 2 * 24 * 60 * 60 }])
    await completeDelivered(shop.database.db, { orderId: late }, shop.payments.subscribers)
    await shop.database.pool.query(
      `update orders set state_since = now() - interval '29 days' where id = $1`,
      [late],
    )
    expect((await returnGoods(late)).status).toBe(200)
    await admin.put('/admin/settings/order', { version: 1, values: defaultSettings.order })
  })
})

describe('archiving', () => {
  it('(ORDERLIFE-06) (ORDERLIFE-08) takes an order out of the lists, and brings it back', async () => {
    const guest = shop.guest()
    const id = await placePaid(guest)
    const other = await place(guest)
    await admin.delete(`/admin/order/${id}`)
    await admin.delete(`/admin/order/${other}`)
    expect((await guest.get(`/order/${id}`)).status).toBe(404)
    const archived = (await admin.get('/admin/orders?archived=1')).body.orders
    expect(archived.map((order: { id: string }) => order.id).slice(0, 2)).toEqual([other, id])
    expect(await readAsStaff(id)).toMatchObject({ is_archived: true, order: { state: 'paid' } })
    expect((await admin.post(`/admin/order/${id}/restore`)).status).toBe(200)
    expect((await read(guest, id)).order).toMatchObject({ state: 'paid', total: 1400 })
    expect(kinds((await readAsStaff(id)).timeline).slice(0, 2)).toEqual(['restored', 'archived'])
  })
})

describe('the timeline', () => {
  it('(ORDERLIFE-23) tells the shopper the steps, and the staff all of it', async () => {
    const guest = shop.guest()
    const id = await placePaid(guest)
    await prepare(id)
    await admin.post(`/admin/order/${id}/note`, { text: '客人要求<b>禮盒</b>' })
    await ship(id, { tracking_number: '9' })
    const shown = await read(guest, id)
    expect(kinds(shown.timeline)).toEqual(['placed', 'paid', 'preparing', 'parcel'])
    expect(shown.timeline.map(({ actor }: { actor: string }) => actor)).toEqual([
      ...['您', '您', '商店', '商店'],
    ])
    expect(JSON.stringify(shown)).not.toContain('禮盒')
    expect(JSON.stringify(shown)).not.toContain(admin.username)
    const { timeline } = await readAsStaff(id)
    expect(kinds(timeline)).toContain('note')
    expect(timeline.at(-1)).toMatchObject({ kind: 'placed', actor: '顧客' })
    expect(timeline.find(({ kind }: { kind: string }) => kind === 'note')).toMatchObject({
      actor: admin.username,
      text: '客人要求<b>禮盒</b>',
    })
    for (const text of ['', 'x'.repeat(2001)]) {
      expect((await admin.post(`/admin/order/${id}/note`, { text })).status).toBe(400)
    }
  })
})

describe('the own list', () => {
  it('(ORDERLIFE-24) is filtered by state', async () => {
    const guest = shop.guest()
    const placed = await place(guest)
    const paid = await placePaid(guest)
    const cancelled = await place(guest)
    await guest.post(`/order/${cancelled}/cancel`)
    const listed = async (query: string) =>
      (await guest.get(`/orders${query}`)).body.orders.map(({ id }: { id: string }) => id)
    expect(await listed('')).toEqual([cancelled, paid, placed])
    expect(await listed('?state=placed')).toEqual([placed])
    expect(await listed('?state=open')).toEqual([paid])
    expect(await listed('?state=closed')).toEqual([])
    expect(await listed('?state=cancelled')).toEqual([cancelled])
    expect((await guest.get('/orders?state=nothing')).status).toBe(400)
  })
})
