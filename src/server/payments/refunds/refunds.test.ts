import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type TestShop } from '../../testing/test-shop.ts'

let shop: TestShop
let admin: TestAdministrator
let product: string

beforeAll(async () => {
  shop = await openTestShop()
  admin = await openAdministrator(shop)
  product = await shop.product({ price: 1_000 })
})
afterAll(() => shop.close())

/** An order of 1,000 that was paid by hand. */
async function paidByHand() {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: product, qty: 1 })
  const id: string = (await guest.post('/order', orderData)).body.orderId
  await admin.put(`/admin/order/${id}`, { is_paid: true })
  return { guest, id }
}
const refund = (id: string, amount: unknown, reason: unknown = '少一件') =>
  admin.post(`/admin/order/${id}/refund`, { amount, reason })
const done = (id: string, input: object = {}) =>
  admin.post(`/admin/refund/${id}/done`, {
    remitted_on: '2026-11-22',
    account_last5: '12345',
    ...input,
  })
const stored = async (orderId: string) => {
  const { rows } = await shop.database.pool.query(
    'select amount::int, state from refunds where order_id = $1 order by id',
    [orderId],
  )
  return rows
}

describe('a refund', () => {
  it('(REFUND-01) is of a part or the whole, several times, with a reason', async () => {
    const { id } = await paidByHand()
    for (const amount of [0, -1, 1.5, '1e3', 1e20]) {
      expect((await refund(id, amount)).status).toBe(400)
    }
    for (const reason of ['', '  ', 'x'.repeat(201)]) {
      expect((await refund(id, 1, reason)).status).toBe(400)
    }
    expect(await stored(id)).toEqual([])
    expect((await refund(id, 300)).body).toMatchObject({
      message: '已建立退款',
      data: { amount: 300, state: 'manual', order_id: id },
    })
    expect((await refund(id, 700)).status).toBe(200)
    expect(await stored(id)).toEqual([
      { amount: 300, state: 'manual' },
      { amount: 700, state: 'manual' },
    ])
  })

  it('(REFUND-02) never comes to more than was paid', async () => {
    const { id } = await paidByHand()
    await refund(id, 300)
    expect(await refund(id, 701)).toMatchObject({
      status: 409,
      body: { message: '最多可退 NT$700' },
    })
    const answers = await Promise.all(Array.from({ length: 30 }, () => refund(id, 700)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(29)
    expect((await refund(id, 1)).body.message).toBe('此訂單沒有可退的款項')
    await expect(
      shop.database.pool.query(
        `insert into refunds (id, order_id, payment_id, amount, reason, state)
         select 'too-much', order_id, id, 1, '', 'queued' from payments where order_id = $1`,
        [id],
      ),
    ).rejects.toThrow('refunds of more than the payment')
  })

  it.each([1_500, 900])(
    'goes to the %i that were captured of 1,000, in SQL as in the dialog (MEND-14)',
    async (captured) => {
      const { id } = await paidByHand()
      const { pool } = shop.database
      await pool.query(`update payments set captured_amount = $2 where order_id = $1`, [
        id,
        captured,
      ])
      expect((await refund(id, captured)).status).toBe(200)
      await expect(
        pool.query(
          `insert into refunds (id, order_id, payment_id, amount, reason, state)
           select 'one-too-much', order_id, id, 1, '', 'queued' from payments where order_id = $1`,
          [id],
        ),
      ).rejects.toThrow('refunds of more than the payment')
    },
  )

  it('(REFUND-02) is refused for an order that nothing was paid for', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: product, qty: 1 })
    const { body } = await guest.post('/order', orderData)
    expect(await refund(body.orderId, 1)).toMatchObject({
      status: 409,
      body: { message: '此訂單沒有可退的款項' },
    })
    expect((await refund('-NoSuchOrder00000000', 1)).status).toBe(404)
  })

  it('(REFUND-08) is ticked once, with the day and the last five digits', async () => {
    const { guest, id } = await paidByHand()
    const refundId: string = (await refund(id, 1_000)).body.data.id
    for (const input of [
      { account_last5: '1234' },
      { remitted_on: '2026-13-01' },
      { remitted_on: '2026-02-30' },
    ]) {
      expect((await done(refundId, input)).status).toBe(400)
    }
    const answers = await Promise.all([done(refundId), done(refundId)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(await done(refundId)).toMatchObject({
      status: 409,
      body: { message: '此退款已完成' },
    })
    const { order, refunds, timeline } = (await guest.get(`/order/${id}`)).body
    expect(refunds).toMatchObject([{ state: 'done', done_at: expect.any(Number) }])
    expect(order).toMatchObject({ is_paid: false, payment_state: 'refunded', state: 'paid' })
    expect(timeline.at(-1)).toMatchObject({ kind: 'refunded', actor: '商店', text: 'NT$1,000' })
  })

  it('(REFUND-15) (ORDERLIFE-03) of a part leaves the order paid, in the state it had', async () => {
    const { guest, id } = await paidByHand()
    await done((await refund(id, 400)).body.data.id)
    expect((await guest.get(`/order/${id}`)).body.order).toMatchObject({
      state: 'paid',
      is_paid: true,
      payment_state: 'partly_refunded',
    })
    await done((await refund(id, 600)).body.data.id)
    const { order } = (await guest.get(`/order/${id}`)).body
    expect(order).toMatchObject({ state: 'paid', is_paid: false, payment_state: 'refunded' })
    expect(order).not.toHaveProperty('paid_date')
  })
})

describe('a payment that has refunds', () => {
  const markUnpaid = (id: string) => admin.put(`/admin/order/${id}`, { is_paid: false })

  it('is not withdrawn, so that no more goes back than came in (ORDERLIFE-04)', async () => {
    const { id } = await paidByHand()
    const { body } = await refund(id, 400)
    const refused = {
      status: 409,
      body: { message: '此訂單已有退款，無法改為未付款', code: 'ORDER_STATE' },
    }
    expect(await markUnpaid(id)).toMatchObject(refused)
    await done(body.data.id)
    expect(await markUnpaid(id)).toMatchObject(refused)
    await admin.post(`/admin/order/${id}/cancel`, { reason: '缺貨' })
    expect(await stored(id)).toEqual([
      { amount: 400, state: 'done' },
      { amount: 600, state: 'manual' },
    ])
  })

  it('is withdrawn when none of them came about', async () => {
    const { id } = await paidByHand()
    await refund(id, 400)
    await shop.database.pool.query(`update refunds set state = 'failed' where order_id = $1`, [id])
    expect((await markUnpaid(id)).status).toBe(200)
    expect((await admin.get(`/admin/order/${id}`)).body.order).toMatchObject({ state: 'placed' })
  })

  it.each(['manual', 'ecpay'])(
    'stays as it is when the order, refunded in full, is marked unpaid again (%s)',
    async (provider) => {
      const { id } = await paidByHand()
      await done((await refund(id, 1_000)).body.data.id)
      await shop.database.pool.query('update payments set provider = $2 where order_id = $1', [
        id,
        provider,
      ])
      expect((await markUnpaid(id)).status).toBe(200)
      expect((await admin.get(`/admin/order/${id}`)).body.order).toMatchObject({
        state: 'paid',
        is_paid: false,
        payment_state: 'refunded',
      })
    },
  )
})

describe('an order that was refunded in full', () => {
  async function refundedByHand(): Promise<string> {
    const { id } = await paidByHand()
    await done((await refund(id, 1_000)).body.data.id)
    return id
  }
  const markPaid = (id: string) => admin.put(`/admin/order/${id}`, { is_paid: true })

  it('is not marked as paid, in no state (ORDERLIFE-04)', async () => {
    const id = await refundedByHand()
    const refused = {
      status: 409,
      body: { code: 'ORDER_REFUNDED', message: '此訂單的款項已退還，無法再付款' },
    }
    expect(await markPaid(id)).toMatchObject(refused)
    await admin.post(`/admin/order/${id}/prepare`)
    expect(await markPaid(id)).toMatchObject(refused)
    await admin.post(`/admin/order/${id}/cancel`, { reason: '缺貨' })
    expect(await markPaid(id)).toMatchObject({
      status: 409,
      body: { message: '訂單目前為「已取消」，無法標記為已付款' },
    })
  })

  it('is saved by a client that sends the whole order back', async () => {
    const id = await refundedByHand()
    const { order } = (await admin.get(`/admin/order/${id}`)).body
    expect((await admin.put(`/admin/order/${id}`, { ...order, message: '改地址' })).status).toBe(
      200,
    )
    expect((await admin.get(`/admin/order/${id}`)).body.order).toEqual({
      ...order,
      message: '改地址',
    })
  })
})

it('an order that was refunded in full cannot be paid again, and says so', async () => {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: product, qty: 1 })
  const id: string = (await guest.post('/order', orderData)).body.orderId
  expect((await guest.post(`/pay/${id}`)).body.message).toBe('付款完成')
  expect((await guest.post(`/pay/${id}`)).body.message).toBe('付款完成')
  await refund(id, 1_000)
  const again = await guest.post(`/pay/${id}`)
  expect(again).toMatchObject({ status: 409, body: { message: '此訂單的款項已退還，無法再付款' } })
})

it('(REFUND-07) lists what waits for the staff oldest first, and everything newest first', async () => {
  const { id } = await paidByHand()
  const made: string[] = []
  for (const amount of [1, 2, 3]) made.push((await refund(id, amount)).body.data.id)
  const [, ticked = '', asked = ''] = made
  await done(ticked)
  const amounts = async (query: string) =>
    (await admin.get(`/admin/refunds${query}`)).body.refunds
      .filter((row: { order_id: string }) => row.order_id === id)
      .map(({ amount }: { amount: number }) => amount)
  const send = (hours: number) =>
    shop.database.pool.query(
      `update refunds set state = 'sent', state_since = now() - $2 * interval '1 hour' where id = $1`,
      [asked, hours],
    )
  expect(await amounts('')).toEqual([1, 3])
  await send(23)
  expect(await amounts('')).toEqual([1])
  await send(25)
  expect(await amounts('')).toEqual([1, 3])
  expect(await amounts('?state=sent')).toEqual([3])
  expect(await amounts('?state=done')).toEqual([2])
  expect(await amounts('?state=all')).toEqual([3, 2, 1])
  const { body } = await admin.get('/admin/refunds?state=manual')
  expect(body.pagination).toMatchObject({ current_page: 1 })
  expect(body.refunds.at(-1)).toMatchObject({ amount: 1, order_number: expect.any(String) })
  expect((await admin.get('/admin/refunds?state=gone')).status).toBe(400)
})
