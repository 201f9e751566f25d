import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authorisationDays } from '../campaigns/closing/authorisation-days.ts'
import { callbackOf } from '../testing/doubles/gateway-shop.ts'
import { openTryOutShop, type TryOutShop } from '../testing/doubles/try-out-shop.ts'
import { type PocketGateway, startPocketGateway } from '../testing/payments/pocket-gateway.ts'
import { createPocketProvider } from '../testing/payments/pocket-provider.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import type { Visitor } from '../testing/test-shop.ts'
import { askGateway } from './news/ask-gateway.ts'
import { expireIfDue } from './news/expire-orders.ts'
import { queryOpenAttempt } from './news/query-attempts.ts'
import { findPayment } from './payments.queries.ts'

let pocket: PocketGateway
let shop: TryOutShop
/** The second node, at an address of its own. */
let node: TryOutShop
let admin: TestAdministrator

beforeAll(async () => {
  pocket = await startPocketGateway()
  const gatewaysAt = (publicUrl: string) => [createPocketProvider({ ...pocket, publicUrl })]
  shop = await openTryOutShop({ gatewaysAt })
  node = await openTryOutShop({ gatewaysAt, beside: shop })
  admin = await openAdministrator(shop)
})
beforeEach(async () => {
  await shop.rows('delete from gateway_pace')
  pocket.isBusy = false
  pocket.calls.length = 0
  shop.running.gateway.calls.length = 0
})
afterAll(async () => {
  await node.close()
  await shop.close()
  await pocket.close()
})

/** The same shopper, whose request reaches the other node. */
function onNode(visitor: Visitor): Visitor {
  const same = node.guest()
  for (const [name, value] of visitor.cookies) same.cookies.set(name, value)
  return same
}

async function startPocket(visitor: Visitor, orderId: string, method = 'pocket.card') {
  const { status, body } = await visitor.post(`/order/${orderId}/payment`, { method })
  if (status !== 200) throw new Error(`not started: ${status} ${JSON.stringify(body)}`)
  const attempt = await findPayment(shop.database.db, body.data.attempt_id)
  const tradeNo = attempt?.tradeNo ?? ''
  return { tradeNo, attemptId: attempt?.id ?? '', data: body.data }
}

const orderAt = (ref: string) => {
  const order = pocket.orders.get(ref)
  if (!order) throw new Error(`no order ${ref} at the pocket`)
  return order
}
const ledgerOf = (trade: { tradeNo: string }) =>
  shop.trade(trade).card?.ledger.map(({ action, amount }) => `${action} ${amount}`)
const orderOf = async (guest: Visitor, id: string) => (await guest.get(`/order/${id}`)).body.order
const attemptsOf = (orderId: string) =>
  shop.rows<{ provider: string; method: string; status: string; counts: boolean }>(
    'select provider, method, status, counts from payments where order_id = $1 order by id',
    [orderId],
  )

/** Asks for what callbacks and browsers have brought up, as the job does. */
async function askDue(): Promise<void> {
  const due = await shop.rows<{ data: { attemptId: string; isCheck: boolean } }>(
    `update pgboss.job set state = 'completed'
     where name = 'payment.query' and state = 'created' and start_after <= now() returning data`,
  )
  for (const { data } of due) {
    await shop.rows('delete from gateway_pace')
    await queryOpenAttempt(shop.payments, data)
  }
}

describe('two gateways at one shop (PROV-01)', () => {
  it('offer their methods side by side, each begun in its own way', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const { methods, is_trial } = (await guest.get(`/order/${id}/payment`)).body.data
    expect(methods.map(({ method }: { method: string }) => method)).toEqual([
      ...['card', 'atm', 'cvs', 'barcode', 'pocket.wallet', 'pocket.card'],
    ])
    expect(methods.at(-1)).toMatchObject({ name: '信用卡', max: 100_000 })
    expect(is_trial).toBe(true)
    expect((await shop.start(guest, id)).fields.MerchantTradeNo).toBeDefined()
    const { tradeNo, data } = await startPocket(guest, id)
    expect(data.address).toBe(`${pocket.url}/pay/${orderAt(tradeNo).no}`)
    expect(data).not.toHaveProperty('app_link')
    const { tradeNo: wallet, data: ofWallet } = await startPocket(guest, id, 'pocket.wallet')
    expect(ofWallet.app_link).toBe(`pocket://pay/${orderAt(wallet).no}`)
    expect(await attemptsOf(id)).toMatchObject([
      { provider: 'ecpay', method: 'card' },
      { provider: 'pocket', method: 'pocket.card' },
      { provider: 'pocket', method: 'pocket.wallet' },
    ])
  })

  it('an order begun with one is paid with the other, once; what comes after that goes back there', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const first = await shop.open(guest, id)
    const second = await startPocket(onNode(guest), id, 'pocket.wallet')
    await pocket.decide(second.tradeNo, 'agree')
    expect(orderAt(second.tradeNo).answers).toEqual([{ status: 200, body: '{"got":true}' }])
    await askDue()
    expect(await orderOf(guest, id)).toMatchObject({
      state: 'paid',
      payment_method: 'pocket.wallet',
    })
    expect(orderAt(second.tradeNo).state).toBe('taken')
    await shop.act(first, 'pay')
    await shop.runMoneyJobs()
    expect(await attemptsOf(id)).toMatchObject([
      { provider: 'ecpay', counts: false },
      { provider: 'pocket', status: 'succeeded', counts: true },
    ])
    expect(ledgerOf(first)).toEqual(['N 2000'])
    expect(orderAt(second.tradeNo)).toMatchObject({ state: 'taken', returned: [] })
    expect((await orderOf(guest, id)).state).toBe('paid')
  })

  it('of two that are paid at one moment, on two nodes, one counts and the other goes back', async () => {
    for (let round = 0; round < 5; round++) {
      const guest = shop.guest()
      const id = await shop.order(guest)
      const first = await shop.open(guest, id)
      const second = await startPocket(onNode(guest), id)
      await Promise.all([shop.act(first, 'pay'), pocket.decide(second.tradeNo, 'agree')])
      await shop.runMoneyJobs()
      const attempts = await attemptsOf(id)
      expect(attempts.filter(({ counts }) => counts)).toHaveLength(1)
      expect((await orderOf(guest, id)).state).toBe('paid')
      const isOfPocket = attempts.some(({ counts, provider }) => counts && provider === 'pocket')
      expect(orderAt(second.tradeNo).state).toBe(isOfPocket ? 'taken' : 'dropped')
      expect(ledgerOf(first)).toEqual(isOfPocket ? ['N 2000'] : [])
    }
  })

  it('asks each for its own before an order expires, and finds what was paid without a callback', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    await shop.start(guest, id)
    const { tradeNo } = await startPocket(guest, id)
    orderAt(tradeNo).state = 'held'
    await shop.rows(`update orders set expires_at = now() - interval '1 minute' where id = $1`, [
      id,
    ])
    await expireIfDue(node.payments, { orderId: id, asks: 0 })
    expect(shop.running.gateway.calls.map(({ path }) => path)).toEqual([
      '/Cashier/QueryTradeInfo/V5',
    ])
    expect(pocket.calls).toContain('/orders/find')
    expect(await orderOf(guest, id)).toMatchObject({ state: 'paid', payment_method: 'pocket.card' })
  })

  it('captures and refunds where the money is, in whole and in part, and the staff ask there', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const { tradeNo, attemptId } = await startPocket(guest, id)
    await pocket.decide(tradeNo, 'agree')
    await shop.runMoneyJobs()
    expect(orderAt(tradeNo).state).toBe('taken')
    const part = await admin.post(`/admin/order/${id}/refund`, { amount: 300, reason: '缺貨' })
    expect(part.body.data).toMatchObject({ state: 'queued', method: 'pocket.card' })
    await shop.runMoneyJobs()
    await guest.post(`/order/${id}/cancel`)
    await shop.runMoneyJobs()
    expect(orderAt(tradeNo).returned).toEqual([300, 1_700])
    const { refunds } = (await guest.get(`/order/${id}`)).body
    expect(refunds.map(({ state }: { state: string }) => state)).toEqual(['done', 'done'])
    pocket.calls.length = 0
    await shop.rows('delete from gateway_pace')
    expect((await admin.post(`/admin/attempt/${attemptId}/query`)).status).toBe(200)
    expect(pocket.calls).toEqual(['/orders/find'])
    expect(shop.running.gateway.calls).toEqual([])
  })

  it('what one signs pays nothing of the other, nor at its address', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const own = await shop.start(guest, id)
    const { tradeNo } = await startPocket(guest, id)
    const foreign = await shop.notify(callbackOf(tradeNo, { TradeAmt: '2000' }))
    expect(foreign.text).toBe('0|Unknown Trade')
    const order = orderAt(tradeNo)
    order.state = 'held'
    pocket.orders.set(own.tradeNo, { ...order, ref: own.tradeNo, answers: [] })
    await pocket.callHook(own.tradeNo)
    expect(orderAt(own.tradeNo).answers).toEqual([{ status: 400, body: '{"got":false}' }])
    const misled = await shop.app.inject({
      method: 'POST',
      url: '/v2/gateway/pocket/notify',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: callbackOf(own.tradeNo),
    })
    expect(misled.statusCode).toBe(400)
    await askDue()
    expect((await orderOf(guest, id)).state).toBe('placed')
    const { callbacks } = (await admin.get('/admin/callbacks?outcome=refused')).body
    const told = callbacks.map(({ provider }: { provider: string }) => provider)
    expect(new Set(told)).toEqual(new Set(['ecpay', 'pocket']))
  })

  it('a gateway that wants no calls stops its own alone', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const own = await shop.start(guest, id)
    const { attemptId } = await startPocket(guest, id)
    const ask = async (attempt: string) => {
      const row = await findPayment(shop.database.db, attempt)
      if (!row) throw new Error('no attempt')
      return askGateway(shop.payments, row)
    }
    pocket.isBusy = true
    expect(await ask(attemptId)).toMatchObject({ type: 'later', isBusy: false })
    pocket.isBusy = false
    expect(await ask(attemptId)).toMatchObject({ type: 'later', isBusy: false })
    expect(await ask(own.attemptId)).toEqual({ type: 'unpaid' })
  })

  it('an attempt that cannot be begun says so, and the shopper pays by another one', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    pocket.isBusy = true
    const refused = await guest.post(`/order/${id}/payment`, { method: 'pocket.wallet' })
    expect(refused).toMatchObject({ status: 503, body: { code: 'GATEWAY_UNAVAILABLE' } })
    const trade = await shop.open(guest, id)
    await shop.act(trade, 'pay')
    expect((await orderOf(guest, id)).state).toBe('paid')
  })

  it('a browser that comes back is led to its order, and makes the gateway be asked, a few times a minute', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const { tradeNo, attemptId } = await startPocket(guest, id, 'pocket.wallet')
    orderAt(tradeNo).state = 'agreed'
    const { pathname, search } = new URL(orderAt(tradeNo).back)
    const back = () => node.app.inject({ method: 'GET', url: pathname + search })
    const { statusCode, headers } = await back()
    expect([statusCode, headers.location]).toEqual([303, `/#/main/cart/pay/${id}`])
    await askDue()
    expect((await orderOf(guest, id)).state).toBe('paid')
    for (let times = 0; times < 70; times++) expect((await back()).statusCode).toBe(303)
    const [jobs] = await shop.rows<{ due: number }>(
      `select count(*)::int as due from pgboss.job where name = 'payment.query'
       and data ->> 'attemptId' = $1 and state = 'created' and start_after <= now()`,
      [attemptId],
    )
    expect(jobs?.due).toBeLessThan(60)
    const lost = await node.app.inject({ method: 'GET', url: '/v2/gateway/nobody/return?order=x' })
    expect(lost.headers.location).toBe('/#/main/order')
  })

  it('a callback that proves nothing is limited, and asks for no money that is known', async () => {
    const guest = shop.guest()
    const id = await shop.order(guest)
    const { tradeNo } = await startPocket(guest, id, 'pocket.wallet')
    await shop.rows("delete from rate_limit_counts where key like 'callback.%'")
    const notify = () =>
      shop.app.inject({
        method: 'POST',
        url: '/v2/gateway/pocket/notify',
        headers: { 'content-type': 'application/json' },
        payload: JSON.stringify({ ref: tradeNo }),
      })
    for (let times = 0; times < 60; times++) expect((await notify()).statusCode).toBe(200)
    expect((await notify()).statusCode).toBe(429)
    await shop.rows("delete from rate_limit_counts where key like 'callback.%'")
    const stored = `select times from gateway_callbacks where kind = 'pocket.notify'
      and convert_from(body, 'utf8') like '%${tradeNo}%'`
    expect(await shop.rows(stored)).toEqual([{ times: 60 }])
    await askDue()
    expect((await orderOf(guest, id)).state).toBe('placed')
  })
})

it('an authorisation stands as long as the shortest of all gateways (PROV-01)', async () => {
  const gatewaysAt = (publicUrl: string) => [createPocketProvider({ ...pocket, publicUrl })]
  const opened = await openTryOutShop({ gatewaysAt, beside: shop, autoCapture: false })
  const authorising = opened.payments.providers.current().methods.filter((one) => one.authorises)
  expect(authorising.map(({ authorisationDays }) => authorisationDays)).toEqual([21, 7])
  expect(authorisationDays(opened.payments.providers)).toBe(7)
  await opened.close()
})

it('once one gateway takes real money, a trial of the other takes none (PROV-01)', async () => {
  const live = (publicUrl: string) => [
    createPocketProvider({ ...pocket, publicUrl, isTrial: false }),
  ]
  const guest = shop.guest()
  const id = await shop.order(guest)
  const { tradeNo } = await shop.start(guest, id)
  const opened = await openTryOutShop({ gatewaysAt: live, beside: shop })
  const same = opened.guest()
  for (const [name, value] of guest.cookies) same.cookies.set(name, value)
  const { methods, is_trial } = (await same.get(`/order/${id}/payment`)).body.data
  expect(methods.map(({ method }: { method: string }) => method)).toEqual([
    ...['pocket.wallet', 'pocket.card'],
  ])
  expect(is_trial).toBe(false)
  expect((await opened.notify(callbackOf(tradeNo))).text).not.toBe('1|OK')
  expect((await orderOf(guest, id)).state).toBe('placed')
  await opened.close()
})
