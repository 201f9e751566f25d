import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { taipeiDay } from '#contract/taipei-time.ts'
import { withoutKeys } from '../../testing/doubles/changed-provider.ts'
import {
  callbackOf,
  openGatewayShop,
  type StandInShop,
  tradeAnswer,
} from '../../testing/doubles/gateway-shop.ts'
import type { GatewayAnswer } from '../../testing/doubles/gateway-stand-in.ts'
import { openAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, orderData, type Visitor } from '../../testing/test-shop.ts'
import { findByTradeNumber } from '../payments.queries.ts'
import { applyNews } from './apply-news.ts'
import { askGateway } from './ask-gateway.ts'
import { expireIfDue } from './expire-orders.ts'
import { queryOpenAttempt } from './query-attempts.ts'

let shop: StandInShop
let guest: Visitor
beforeAll(async () => {
  shop = await openGatewayShop()
  guest = shop.guest()
})
beforeEach(async () => {
  await shop.rows('delete from gateway_pace')
  shop.gateway.calls.length = 0
  shop.gateway.answer = answerWith({ TradeStatus: '0' })
})
afterAll(() => shop.close())

function answerWith(changes: Record<string, string>): GatewayAnswer {
  return ({ fields }) => ({ body: tradeAnswer(fields.MerchantTradeNo ?? '', changes) })
}

const endTime = (id: string) =>
  shop.rows("update orders set expires_at = now() - interval '1 second' where id = $1", [id])
const expire = (id: string, asks = 0) => expireIfDue(shop.payments, { orderId: id, asks })
const orderOf = async (id: string) => (await guest.get(`/order/${id}`)).body.order
/** How many seconds an order has, by the clock of the database. */
const secondsLeft = async (id: string) => {
  const [row] = await shop.rows<{ seconds: number }>(
    'select extract(epoch from expires_at - now())::int as seconds from orders where id = $1',
    [id],
  )
  return row?.seconds
}
/** The waits of the jobs of an order or an attempt, in minutes. */
const waitsOf = async (key: string, id: string) => {
  const rows = await shop.rows<{ minutes: number }>(
    `select round(extract(epoch from start_after - created_on) / 60)::int as minutes
       from pgboss.job where data ->> '${key}' = $1 order by created_on, start_after`,
    [id],
  )
  return rows.map(({ minutes }) => minutes)
}

async function begun(method = 'card') {
  const id = await shop.order(guest)
  return { id, ...(await shop.start(guest, id, method)) }
}

describe('an unpaid order', () => {
  it('has 30 minutes, and 40 from the start of a card (ORDERLIFE-13, ORDERLIFE-14)', async () => {
    const id = await shop.order(guest)
    expect(await secondsLeft(id)).toBeGreaterThan(29 * 60)
    expect(await secondsLeft(id)).toBeLessThanOrEqual(30 * 60)
    expect(await waitsOf('orderId', id)).toContain(30)
    await shop.start(guest, id, 'atm')
    expect(await secondsLeft(id)).toBeLessThanOrEqual(30 * 60)
    await shop.start(guest, id, 'card')
    expect(await secondsLeft(id)).toBeGreaterThan(39 * 60)
    expect(await secondsLeft(id)).toBeLessThanOrEqual(40 * 60)
    await shop.rows("update orders set expires_at = now() + interval '3 days' where id = $1", [id])
    await shop.start(guest, id, 'card')
    expect(await secondsLeft(id)).toBeGreaterThan(2 * 24 * 3_600)
  })

  it('that was entered by hand never expires until an attempt is begun (ORDERLIFE-16)', async () => {
    const admin = await openAdministrator(shop)
    const products = [{ product_id: await shop.product(), qty: 1 }]
    const { body } = await admin.post('/admin/order', { ...orderData, products })
    expect(await secondsLeft(body.orderId)).toBeNull()
  })

  it('has its time again when a payment by hand is taken back after it (ORDERLIFE-13)', async () => {
    const admin = await openAdministrator(shop)
    const mark = (order: string, is_paid: boolean) =>
      admin.put(`/admin/order/${order}`, { is_paid })
    const id = await shop.order(guest)
    await mark(id, true)
    await endTime(id)
    await expire(id)
    await mark(id, false)
    expect(await secondsLeft(id)).toBeGreaterThan(29 * 60)
    expect((await waitsOf('orderId', id)).filter((minutes) => minutes === 30)).toHaveLength(2)
    await endTime(id)
    await expire(id)
    expect(await orderOf(id)).toMatchObject({ state: 'cancelled', cancel_reason: '逾期未付款' })
    const products = [{ product_id: await shop.product(), qty: 1 }]
    const byHand = (await admin.post('/admin/order', { ...orderData, products })).body.orderId
    await mark(byHand, true)
    await mark(byHand, false)
    expect(await secondsLeft(byHand)).toBeNull()
  })

  it('keeps a time that is longer when a payment by hand is taken back', async () => {
    const admin = await openAdministrator(shop)
    const id = await shop.order(guest)
    await shop.rows("update orders set expires_at = now() + interval '3 days' where id = $1", [id])
    for (const is_paid of [true, false]) await admin.put(`/admin/order/${id}`, { is_paid })
    expect(await secondsLeft(id)).toBeGreaterThan(2 * 24 * 3_600)
    expect((await waitsOf('orderId', id)).filter((minutes) => minutes === 30)).toHaveLength(1)
  })

  it('never expires under the demonstration (ORDERLIFE-16)', async () => {
    const trial = await openTestShop()
    const visitor = trial.guest()
    await visitor.post('/cart', { product_id: await trial.product(), qty: 1 })
    const { orderId } = (await visitor.post('/order', orderData)).body
    expect((await visitor.get(`/order/${orderId}`)).body.order).not.toHaveProperty('expires_at')
    await trial.close()
  })

  it('waits for later numbers no longer than for its first one (ORDERLIFE-34) (MEND-16)', async () => {
    const day = 24 * 60 * 60_000
    const { id, tradeNo } = await begun('atm')
    const late = await shop.start(guest, id, 'barcode')
    const number = { RtnCode: '2', BankCode: '822', vAccount: '9103522175887271' }
    const ExpireDate = taipeiDay(Date.now() + 3 * day)
    await shop.notify(callbackOf(tradeNo, { ...number, ExpireDate }), 'number')
    const end = (await orderOf(id)).expires_at
    expect((await shop.start(guest, id, 'atm')).fields.ExpireDate).toBe('3')
    const code = { RtnCode: '10100073', PaymentNo: 'LLL26112200001' }
    const later = { ...code, ExpireDate: `${taipeiDay(Date.now() + 9 * day)} 10:00:00` }
    await shop.notify(callbackOf(late.tradeNo, later), 'number')
    const counter = await shop.start(guest, id, 'cvs')
    await shop.notify(callbackOf(counter.tradeNo, later), 'number')
    const { attempt, expires_at } = (await guest.get(`/order/${id}/payment`)).body.data
    expect([expires_at, (await orderOf(id)).expires_at]).toEqual([end, end])
    expect(attempt.number.due_at).toBe(end - 3_600)

    // Near its end, what would be over only after it is refused.
    await shop.rows("update orders set expires_at = now() + interval '3 hours' where id = $1", [id])
    const { fields } = await shop.start(guest, id, 'cvs')
    expect(Number(fields.StoreExpireDate)).toBeGreaterThan(110)
    expect(Number(fields.StoreExpireDate)).toBeLessThanOrEqual(120)
    await shop.rows("update orders set expires_at = now() + interval '80 minutes' where id = $1", [
      id,
    ])
    const { methods } = (await guest.get(`/order/${id}/payment`)).body.data
    const reason = '離付款期限太近，來不及以此方式付款，請改用其他付款方式'
    const attempts = (await shop.attempts(id)).length
    for (const method of ['atm', 'cvs', 'barcode']) {
      expect(methods).toContainEqual(
        expect.objectContaining({ method, is_available: false, reason }),
      )
      const refused = await guest.post(`/order/${id}/payment`, { method })
      expect([refused.status, refused.body.message]).toEqual([409, reason])
    }
    expect(await shop.attempts(id)).toHaveLength(attempts)
    expect(methods).toContainEqual(expect.objectContaining({ method: 'card', is_available: true }))

    // A payment that was taken back begins anew.
    const admin = await openAdministrator(shop)
    for (const is_paid of [true, false]) await admin.put(`/admin/order/${id}`, { is_paid })
    expect((await shop.start(guest, id, 'atm')).fields.ExpireDate).toBe('3')
  })

  it('is cancelled once its time is over, once, by the shop itself (ORDERLIFE-18)', async () => {
    const id = await shop.order(guest)
    await endTime(id)
    await Promise.all(Array.from({ length: 30 }, () => expire(id)))
    const { body } = await guest.get(`/order/${id}`)
    expect(body.order).toMatchObject({ state: 'cancelled', cancel_reason: '逾期未付款' })
    const cancelled = body.timeline.filter(({ kind }: { kind: string }) => kind === 'cancelled')
    expect(cancelled).toMatchObject([{ actor: '系統', text: '逾期未付款' }])
  })

  it('lives by the clock of the database alone (ORDERLIFE-17)', async () => {
    const realNow = Date.now
    const { id } = await begun()
    const late = await begun()
    await endTime(late.id)
    try {
      Date.now = () => realNow() + 3_600_000
      await expire(id)
      Date.now = () => realNow() - 3_600_000
      await expire(late.id)
    } finally {
      Date.now = realNow
    }
    expect((await orderOf(id)).state).toBe('placed')
    expect((await orderOf(late.id)).state).toBe('cancelled')
  })

  it('is paid and not cancelled when the gateway says so (GATEWAY-27, RECON-02)', async () => {
    const { id, tradeNo } = await begun()
    await endTime(id)
    shop.gateway.answer = answerWith({ TradeStatus: '1' })
    await expire(id)
    expect(await orderOf(id)).toMatchObject({ state: 'paid', payment_method: 'card' })
    const before = (await guest.get(`/order/${id}`)).body
    expect(await shop.notify(callbackOf(tradeNo))).toEqual({ status: 200, text: '1|OK' })
    expect((await guest.get(`/order/${id}`)).body).toEqual(before)
  })

  it('is paid when the shopper tried another card after a refusal and its callback was lost (GATEWAY-27)', async () => {
    const { id, tradeNo } = await begun()
    await shop.notify(callbackOf(tradeNo, { RtnCode: '10100058' }))
    expect(await shop.attempts(id)).toMatchObject([{ status: 'failed' }])
    await endTime(id)
    shop.gateway.answer = answerWith({ TradeStatus: '1' })
    await expire(id)
    expect(await orderOf(id)).toMatchObject({ state: 'paid', payment_method: 'card' })
  })

  it('keeps the authorisation that a callback names after a query, for its refunds (RECON-02, REFUND-06)', async () => {
    const { id, tradeNo } = await begun()
    const stored = async () => {
      const [row] = await shop.rows<{ authorisation: string | null }>(
        'select authorisation from payments where order_id = $1',
        [id],
      )
      return row?.authorisation
    }
    await endTime(id)
    shop.gateway.answer = answerWith({ TradeStatus: '1' })
    await expire(id)
    expect(await stored()).toBeNull()
    const books = () =>
      shop.rows(
        `select kind, detail from order_events where order_id = $1
         union all select status, null from payments where order_id = $1`,
        [id],
      )
    const before = await books()
    await shop.notify(callbackOf(tradeNo, { TradeNo: '2611290000000000' }))
    expect(await stored()).toBeNull()
    await shop.notify(callbackOf(tradeNo))
    expect(await stored()).toBe('11943076')
    await shop.notify(callbackOf(tradeNo, { gwsr: '99999999' }))
    expect(await stored()).toBe('11943076')
    expect(await books()).toEqual(before)
    const admin = await openAdministrator(shop)
    const { body } = await admin.post(`/admin/order/${id}/refund`, { amount: 300, reason: '缺貨' })
    expect(body.data.state).toBe('queued')
  })

  it.each(['0', '10200095', '10200047'])(
    'expires when the gateway answers %s (GATEWAY-27)',
    async (TradeStatus) => {
      const { id } = await begun()
      await endTime(id)
      shop.gateway.answer = answerWith({ TradeStatus })
      await expire(id)
      expect((await orderOf(id)).state).toBe('cancelled')
      expect(await shop.attempts(id)).toMatchObject([{ status: 'expired' }])
    },
  )

  it('lives for a day while the shop has no keys of its account, and then no more (GATEWAY-27)', async () => {
    const { id } = await begun()
    await endTime(id)
    const keyless = withoutKeys(shop.payments)
    await expireIfDue(keyless, { orderId: id, asks: 0 })
    expect((await orderOf(id)).state).toBe('placed')
    expect((await waitsOf('orderId', id)).at(-1)).toBe(10)
    await shop.rows("update orders set expires_at = now() - interval '25 hours' where id = $1", [
      id,
    ])
    await expireIfDue(keyless, { orderId: id, asks: 0 })
    expect((await orderOf(id)).state).toBe('cancelled')
  })

  it('lives while the gateway is not understood, and is asked for again (GATEWAY-27)', async () => {
    const faults: GatewayAnswer[] = [
      () => ({ status: 500 }),
      () => ({ body: '<!doctype html>' }),
      () => ({ body: '' }),
      () => ({ body: 'x'.repeat(10 * 1024 * 1024) }),
      ({ fields }) => ({ body: `${tradeAnswer(fields.MerchantTradeNo ?? '')}0` }),
      () => ({ body: tradeAnswer('ANOTHER0000000000000') }),
      answerWith({ TradeStatus: '1', TradeAmt: '1999' }),
    ]
    const { id } = await begun()
    await endTime(id)
    for (const [asks, fault] of faults.entries()) {
      shop.gateway.answer = fault
      await shop.rows('delete from gateway_pace')
      await expire(id, asks)
      expect((await orderOf(id)).state).toBe('placed')
    }
    expect((await waitsOf('orderId', id)).slice(-7)).toEqual([10, 20, 40, 60, 60, 60, 60])
  })

  it('lives when an attempt was begun while the gateway was asked, and ends later (GATEWAY-27)', async () => {
    const { id } = await begun()
    await endTime(id)
    shop.gateway.answer = async ({ fields }) => {
      await shop.start(guest, id, 'atm')
      return { body: tradeAnswer(fields.MerchantTradeNo ?? '') }
    }
    await expire(id)
    expect((await orderOf(id)).state).toBe('placed')
    expect((await waitsOf('orderId', id)).at(-1)).toBe(10)
    await shop.rows('delete from gateway_pace')
    shop.gateway.answer = answerWith({ TradeStatus: '0' })
    await expire(id)
    expect((await orderOf(id)).state).toBe('cancelled')
  })
})

describe('a gateway that is asked', () => {
  it('is called no more for 30 minutes after a 403, by any node (GATEWAY-28)', async () => {
    const node = await openGatewayShop({ beside: shop })
    const { id, attemptId } = await begun()
    await endTime(id)
    shop.gateway.answer = () => ({ status: 403 })
    await expire(id)
    expect(shop.gateway.calls).toHaveLength(1)
    await expireIfDue(node.payments, { orderId: id, asks: 0 })
    await queryOpenAttempt(node.payments, { attemptId, isCheck: false })
    expect(node.gateway.calls).toHaveLength(0)
    expect((await orderOf(id)).state).toBe('placed')
    const again = await shop.rows<{ minutes: number; asks: number | null }>(
      `select round(extract(epoch from start_after - created_on) / 60)::int as minutes,
         (data ->> 'asks')::int as asks
       from pgboss.job where data ->> 'orderId' = $1 order by created_on desc, id limit 2`,
      [id],
    )
    expect(again).toEqual(Array(2).fill({ minutes: 30, asks: 0 }))
    await node.close()
  })

  it('is asked once a second by all nodes together (RECON-01)', async () => {
    const { tradeNo } = await begun()
    const attempt = await findByTradeNumber(shop.database.db, tradeNo)
    if (!attempt) throw new Error('the attempt is gone')
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => askGateway(shop.payments, attempt)),
    )
    expect(answers.filter(({ type }) => type === 'unpaid')).toHaveLength(1)
    expect(answers.filter(({ type }) => type === 'later')).toHaveLength(19)
  })

  it('locks no row while it does not answer (GATEWAY-31)', async () => {
    const { id } = await begun()
    await endTime(id)
    const asked = Promise.withResolvers<void>()
    const mayAnswer = Promise.withResolvers<void>()
    shop.gateway.answer = async ({ fields }) => {
      asked.resolve()
      await mayAnswer.promise
      return { body: tradeAnswer(fields.MerchantTradeNo ?? '') }
    }
    const expiring = expire(id)
    await asked.promise
    expect((await guest.get(`/order/${id}`)).status).toBe(200)
    expect((await guest.post(`/order/${id}/cancel`)).status).toBe(200)
    mayAnswer.resolve()
    await expiring
    expect(await orderOf(id)).not.toHaveProperty('cancel_reason', '逾期未付款')
  })

  it('is asked for a card after 10, 20, 40 minutes and 24 hours, and after a callback (RECON-01)', async () => {
    const { tradeNo, attemptId } = await begun()
    expect(await waitsOf('attemptId', attemptId)).toEqual([10, 20, 40, 24 * 60])
    await shop.notify(callbackOf(tradeNo))
    expect(await waitsOf('attemptId', attemptId)).toEqual([10, 20, 40, 24 * 60, 0])
    const { attemptId: other } = await begun('atm')
    expect(await waitsOf('attemptId', other)).toEqual([])
  })

  it('is asked for a number at its date, and at the end of the order (RECON-01)', async () => {
    const { id, attemptId, tradeNo } = await begun('atm')
    const day = new Date(Date.now() + 3 * 24 * 60 * 60_000)
    const ExpireDate = day
      .toLocaleDateString('sv', { timeZone: 'Asia/Taipei' })
      .replaceAll('-', '/')
    const number = { RtnCode: '2', BankCode: '822', vAccount: '9103522175887271', ExpireDate }
    await shop.notify(callbackOf(tradeNo, number), 'number')
    const due = Date.parse(`${ExpireDate.replaceAll('/', '-')}T23:59:59+08:00`)
    const minutes = (due - Date.now()) / 60_000
    const [atDate, ...others] = await waitsOf('attemptId', attemptId)
    expect(others).toEqual([])
    expect(Math.abs((atDate ?? 0) - minutes)).toBeLessThan(2)
    const atEnd = (await waitsOf('orderId', id)).at(-1)
    expect(Math.abs((atEnd ?? 0) - minutes - 60)).toBeLessThan(2)
  })

  it('finds a payment whose callback was lost, with its effects (RECON-02)', async () => {
    const { id, attemptId } = await begun()
    await queryOpenAttempt(shop.payments, { attemptId, isCheck: false })
    expect((await orderOf(id)).state).toBe('placed')
    await shop.rows('delete from gateway_pace')
    shop.gateway.answer = answerWith({ TradeStatus: '1' })
    await queryOpenAttempt(shop.payments, { attemptId, isCheck: false })
    expect(await orderOf(id)).toMatchObject({ state: 'paid', is_paid: true })
    const paid = { type: 'paid', amount: 2_000, gatewayTradeNo: '1' } as const
    await applyNews(shop.payments, attemptId, paid)
    const kinds = await shop.rows('select kind from order_events where order_id = $1', [id])
    expect(kinds).toHaveLength(2)
  })

  it('is asked for a refused and for an expired attempt, too (RECON-01, RECON-02)', async () => {
    const refused = await begun()
    await shop.notify(callbackOf(refused.tradeNo, { RtnCode: '10100058' }))
    const expired = await begun()
    await endTime(expired.id)
    await expire(expired.id)
    expect(await shop.attempts(expired.id)).toMatchObject([{ status: 'expired' }])
    shop.gateway.answer = answerWith({ TradeStatus: '1' })
    for (const { attemptId } of [refused, expired]) {
      await shop.rows('delete from gateway_pace')
      await queryOpenAttempt(shop.payments, { attemptId, isCheck: false })
    }
    expect((await orderOf(refused.id)).state).toBe('paid')
    expect(await shop.attempts(expired.id)).toMatchObject([{ status: 'succeeded', counts: false }])
  })
})
