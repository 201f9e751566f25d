import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openTestShop, orderData, type TestShop, type Visitor } from '../../testing/test-shop.ts'
import { demonstrationProvider } from '../immediate-providers.ts'

let shop: TestShop
let isRefusing = false

beforeAll(async () => {
  shop = await openTestShop({
    givenProviders: {
      atOnce: {
        ...demonstrationProvider,
        name: 'sometimes',
        start: async ({ id }) => ({
          type: 'decided',
          status: isRefusing ? 'failed' : 'succeeded',
          method: 'card',
          reference: id,
        }),
      },
    },
  })
})
afterAll(() => shop.close())

async function order(visitor: Visitor): Promise<string> {
  await visitor.post('/cart', { product_id: await shop.product(), qty: 2 })
  return (await visitor.post('/order', orderData)).body.orderId
}

async function paymentsOf(orderId: string) {
  const { rows } = await shop.database.pool.query(
    'select status, amount, provider from payments where order_id = $1 order by id',
    [orderId],
  )
  return rows
}

describe('POST pay', () => {
  it('API-15 pays an order, with no body at all', async () => {
    const member = await shop.member()
    const id = await order(member)
    const { status, body } = await member.post(`/pay/${id}`)
    expect(status).toBe(200)
    expect(body).toEqual({ success: true, message: '付款完成' })
    const paid = (await member.get(`/order/${id}`)).body.order
    expect(paid).toMatchObject({ is_paid: true, payment_method: 'card' })
    expect(paid.paid_date).toBeGreaterThan(1.7e9)
    expect(paid.paid_date).toBeLessThan(1e11)
  })

  it('a body of any type is not read', async () => {
    const guest = shop.guest()
    for (const [type, payload] of [
      ['application/json', '{"data":'],
      ['text/plain', 'x'],
      ['application/x-www-form-urlencoded', 'a=1'],
    ]) {
      const response = await guest.inject({
        method: 'POST',
        url: `/v2/api/shopping-minmin/pay/${await order(guest)}`,
        headers: { 'content-type': type },
        payload,
      })
      expect(response.statusCode).toBe(200)
    }
  })

  it('D8 D9 30 at once make one payment, and each replies that it is paid', async () => {
    const guest = shop.guest()
    const id = await order(guest)
    const answers = await Promise.all(Array.from({ length: 30 }, () => guest.post(`/pay/${id}`)))
    for (const { body } of answers) expect(body).toEqual({ success: true, message: '付款完成' })
    expect(await paymentsOf(id)).toEqual([
      { status: 'succeeded', amount: 2000, provider: 'sometimes' },
    ])
    const { rows } = await shop.database.pool.query(
      "select count(*) from order_events where order_id = $1 and kind = 'paid'",
      [id],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  it('D8 a second payment that counts cannot be stored, whoever writes it', async () => {
    const guest = shop.guest()
    const id = await order(guest)
    await guest.post(`/pay/${id}`)
    await expect(
      shop.database.pool.query(
        `insert into payments (id, order_id, provider, method, amount, status, reference)
         values ('second', $1, 'x', 'x', 1, 'succeeded', 'x')`,
        [id],
      ),
    ).rejects.toThrow('payments_one_that_counts')
  })

  it("B4 somebody else's order is unknown, stays unpaid, and no attempt is written", async () => {
    const member = await shop.member()
    const id = await order(member)
    for (const stranger of [await shop.member(), shop.guest()]) {
      const { status, body } = await stranger.post(`/pay/${id}`)
      expect(status).toBe(404)
      expect(body).toMatchObject({ success: false, message: '找不到訂單' })
    }
    expect(await paymentsOf(id)).toEqual([])
    expect((await member.get(`/order/${id}`)).body.order.is_paid).toBe(false)
  })

  it('D9 D14 an order that never was or was deleted cannot be paid', async () => {
    const guest = shop.guest()
    const id = await order(guest)
    await shop.database.pool.query('update orders set deleted_at = now() where id = $1', [id])
    expect((await guest.post(`/pay/${id}`)).status).toBe(404)
    expect((await guest.post('/pay/-NoSuchOrder00000000')).status).toBe(404)
  })

  it('D9 an order of nothing is paid like any other', async () => {
    const guest = shop.guest()
    await guest.post('/cart', { product_id: await shop.product({ price: 0 }), qty: 1 })
    const { body } = await guest.post('/order', orderData)
    expect(body.total).toBe(0)
    expect((await guest.post(`/pay/${body.orderId}`)).status).toBe(200)
  })

  it('D10 nobody tells from outside that an order is paid, or for how much', async () => {
    const guest = shop.guest()
    const id = await order(guest)
    const callback = { orderId: id, amount: 1, currency: 'USD', status: 'succeeded', RtnCode: 1 }
    for (const path of ['', '/callback', '/notify', '/return', `/${id}/callback`]) {
      for (const stranger of [guest, shop.guest()]) {
        expect((await stranger.post(`/pay${path}`, callback)).status).toBe(404)
      }
    }
    expect(await paymentsOf(id)).toEqual([])
    // Parameters of the payment request are not read: the order says what is charged.
    expect((await guest.post(`/pay/${id}?amount=1&currency=USD`, callback)).status).toBe(200)
    expect(await paymentsOf(id)).toEqual([
      { status: 'succeeded', amount: 2000, provider: 'sometimes' },
    ])
  })

  it('a refused attempt is kept, the order stays unpaid, and the next try may succeed', async () => {
    const guest = shop.guest()
    const id = await order(guest)
    const key = { 'idempotency-key': 'first-try' }
    isRefusing = true
    const refused = await guest.post(`/pay/${id}`, undefined, key)
    isRefusing = false
    expect(refused.status).toBe(400)
    expect((await guest.get(`/order/${id}`)).body.order.is_paid).toBe(false)
    expect(
      (await guest.post(`/pay/${id}`, undefined, { 'idempotency-key': 'second-try' })).status,
    ).toBe(200)
    expect((await paymentsOf(id)).map(({ status }) => status)).toEqual(['failed', 'succeeded'])
  })
})
