import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  callbackOf,
  openGatewayShop,
  type StandInShop,
} from '../../testing/doubles/gateway-shop.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import { orderData } from '../../testing/test-shop.ts'

let shop: StandInShop
beforeAll(async () => {
  shop = await openGatewayShop()
})
afterAll(() => shop.close())

async function orderOf(
  price: number,
): Promise<{ guest: ReturnType<StandInShop['guest']>; id: string }> {
  const guest = shop.guest()
  await guest.post('/cart', { product_id: await shop.product({ price }), qty: 1 })
  return { guest, id: (await guest.post('/order', orderData)).body.orderId }
}

describe('GET payment', () => {
  it('offers the methods, each within its amounts (GATEWAY-05)', async () => {
    const { guest, id } = await orderOf(6_001)
    const { status, body } = await guest.get(`/order/${id}/payment`)
    expect(status).toBe(200)
    const { expires_at, ...data } = body.data
    expect(data).toEqual({
      is_paid: false,
      total: 6_001,
      is_trial: true,
      methods: [
        { method: 'card', name: '信用卡', min: 5, max: 199_999, is_available: true },
        { method: 'atm', name: 'ATM 轉帳', min: 11, max: 49_999, is_available: true },
        {
          method: 'cvs',
          name: '超商代碼繳費',
          min: 33,
          max: 6_000,
          is_available: false,
          reason: '此付款方式限 NT$33 至 NT$6,000',
        },
        { method: 'barcode', name: '超商條碼繳費', min: 17, max: 20_000, is_available: true },
      ],
    })
    expect(expires_at).toBe((await guest.get(`/order/${id}`)).body.order.expires_at)
    expect((await shop.guest().get(`/order/${id}/payment`)).status).toBe(404)
  })
})

describe('POST payment', () => {
  it('commits an attempt before it answers with the form (GATEWAY-08, GATEWAY-11)', async () => {
    const { guest, id } = await orderOf(1_000)
    const { body } = await guest.post(`/order/${id}/payment`, { method: 'card' })
    expect(body).toMatchObject({ success: true, message: '前往付款' })
    const { action, fields, attempt_id } = body.data
    expect(action).toBe(`${shop.gateway.url}/Cashier/AioCheckOut/V5`)
    expect(fields).toMatchObject({
      TotalAmount: '1000',
      ItemName: '手感馬克杯 x1',
      ReturnURL: 'http://shop.test/v2/gateway/ecpay/notify',
      MerchantTradeNo: expect.stringMatching(/^[0-9A-Z]{20}$/),
    })
    const attempts = await shop.rows(
      'select id, trade_no, status, amount from payments where order_id = $1',
      [id],
    )
    const tradeNo = fields.MerchantTradeNo
    expect(attempts).toEqual([
      { id: attempt_id, trade_no: tradeNo, status: 'pending', amount: 1_000 },
    ])
    const second = await shop.start(guest, id)
    expect(second.tradeNo).not.toBe(tradeNo)
    await expect(
      shop.rows('update payments set trade_no = $1 where id = $2', [tradeNo, second.attemptId]),
    ).rejects.toThrow('payments_trade_no')
    const { attempt } = (await guest.get(`/order/${id}/payment`)).body.data
    expect(attempt).toMatchObject({ id: second.attemptId, state: 'pending', method: 'card' })
    expect(attempt).not.toHaveProperty('trade_no')
  })

  it('with the key of a call before gives the form of its attempt again', async () => {
    const { guest, id } = await orderOf(1_000)
    const key = { 'idempotency-key': 'pay once' }
    const first = await guest.post(`/order/${id}/payment`, { method: 'atm' }, key)
    const again = await guest.post(`/order/${id}/payment`, { method: 'atm' }, key)
    expect(again.body).toEqual(first.body)
    expect(await shop.attempts(id)).toHaveLength(1)
  })

  it.each(['__proto__', 'ALL', '', [], null, 'free', 'demonstration', 'toString'])(
    'refuses the method %j, and makes no attempt (GATEWAY-09)',
    async (method) => {
      const { guest, id } = await orderOf(1_000)
      const { status, body } = await guest.post(`/order/${id}/payment`, { method })
      expect([status, body.message]).toEqual([400, '不支援的付款方式'])
      expect(await shop.attempts(id)).toEqual([])
    },
  )

  it('refuses an amount beyond the method with the words of the page (GATEWAY-05)', async () => {
    const { guest, id } = await orderOf(6_001)
    const { status, body } = await guest.post(`/order/${id}/payment`, { method: 'cvs' })
    expect([status, body.message]).toEqual([400, '此付款方式限 NT$33 至 NT$6,000'])
    expect(await shop.attempts(id)).toEqual([])
  })

  it('refuses what is paid, cancelled, archived or of somebody else (GATEWAY-09)', async () => {
    const { guest, id } = await orderOf(2_000)
    const pay = async (order: string, by = guest) =>
      (await by.post(`/order/${order}/payment`, { method: 'card' })).body.message
    expect(await pay(id, shop.guest())).toBe('找不到訂單')
    expect((await shop.notify(callbackOf((await shop.start(guest, id)).tradeNo))).text).toBe('1|OK')
    expect(await pay(id)).toBe('此訂單已付款')
    const cancelled = await shop.order(guest)
    await guest.post(`/order/${cancelled}/cancel`)
    expect(await pay(cancelled)).toBe('訂單目前為「已取消」，無法付款')
    const archived = await shop.order(guest)
    const admin = await openAdministrator(shop)
    await admin.delete(`/admin/order/${archived}`)
    expect(await pay(archived)).toBe('找不到訂單')
  })

  it('refuses the 11th attempt of an order (GATEWAY-09)', async () => {
    const { guest, id } = await orderOf(1_000)
    for (let attempt = 1; attempt <= 10; attempt++) await shop.start(guest, id)
    const { status, body } = await guest.post(`/order/${id}/payment`, { method: 'card' })
    expect([status, body.message]).toEqual([409, '付款次數過多，請與我們聯絡'])
  })

  it('of an order of nothing pays it at once and asks no gateway (GATEWAY-10)', async () => {
    const { guest, id } = await orderOf(0)
    const { body } = await guest.post(`/order/${id}/payment`, { method: 'free' })
    expect(body).toEqual({
      success: true,
      message: '付款完成',
      data: { attempt_id: expect.any(String) },
    })
    const { order } = (await guest.get(`/order/${id}`)).body
    expect(order).toMatchObject({ is_paid: true, payment_method: 'free', state: 'paid' })
  })
})

it('limits the starts of a shopper and of a network (GATEWAY-09)', async () => {
  const limited = await openGatewayShop({
    env: { WRITE_LIMITS: '1', LIMIT_PAYMENT_NETWORK: '60' },
  })
  const member = () => limited.member()
  const starts = async (visitor: Awaited<ReturnType<typeof member>>) => {
    const statuses: number[] = []
    for (let n = 0; n < 21; n++) {
      statuses.push((await visitor.post('/order/unknown/payment', { method: 'card' })).status)
    }
    return statuses
  }
  const untilRefused = [...Array(20).fill(404), 429]
  for (let shopper = 0; shopper < 3; shopper++) {
    expect(await starts(await member())).toEqual(untilRefused)
  }
  expect(await starts(await member())).toEqual(Array(21).fill(429))
  await limited.close()
})

describe('POST pay', () => {
  it('leads to the payment page, and makes no attempt (GATEWAY-06)', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const unpaid = await guest.post(`/pay/${id}`)
    expect([unpaid.status, unpaid.body.message]).toEqual([400, '請至付款頁面選擇付款方式'])
    expect((await shop.guest().post(`/pay/${id}`)).status).toBe(404)
    expect(await shop.attempts(id)).toEqual([])
    await shop.notify(callbackOf((await shop.start(guest, id)).tradeNo))
    expect(await guest.post(`/pay/${id}`)).toMatchObject({
      status: 200,
      body: { success: true, message: '付款完成' },
    })
    expect(await shop.attempts(id)).toHaveLength(1)
  })
})
