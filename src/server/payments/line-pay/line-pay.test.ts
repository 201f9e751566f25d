import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { channels } from '../../../../gateway/line/channels.ts'
import type { PayTransaction } from '../../../../gateway/line/pay/pay-book.ts'
import { defaultSwitches } from '../../../../gateway/line/switches.ts'
import { openTryOutShop, type TryOutShop } from '../../testing/doubles/try-out-shop.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { expectRefusedAt, keptSettings } from '../../testing/test-connections.ts'
import type { Visitor } from '../../testing/test-shop.ts'
import { queryOpenAttempt } from '../news/query-attempts.ts'

let shop: TryOutShop
let owner: TestAdministrator
let guest: Visitor
beforeAll(async () => {
  shop = await openTryOutShop({ env: { PAYMENTS: 'settings' } })
  owner = await openAdministrator(shop)
})
beforeEach(async () => {
  Object.assign(shop.running.gateway.line.switches, defaultSwitches)
  guest = shop.guest()
  await shop.rows('delete from gateway_pace')
})
afterAll(() => shop.close())

const { id: channel_id, secret: channel_secret } = channels.pay
const on = { is_on: true, is_trial: true, channel_id, captures_automatically: true }
const read = async () => (await owner.get('/admin/settings/line-pay')).body.line_pay
const save = async (values: object, secret?: string) =>
  owner.put('/admin/settings/line-pay', {
    version: (await read()).version,
    values: { ...on, ...values },
    ...(secret !== undefined && { channel_secret: secret }),
  })
const saveGateway = async (values: object) => {
  const { version } = (await owner.get('/admin/settings/gateway')).body.gateway
  const ecpay = { is_trial: true, merchant_id: '3002607', captures_automatically: true }
  await owner.put('/admin/settings/gateway', { version, values: { ...ecpay, ...values } })
}
const methodsOf = async (id: string): Promise<string[]> =>
  (await guest.get(`/order/${id}/payment`)).body.data.methods.map(
    ({ method }: { method: string }) => method,
  )
const orderOf = async (id: string) => (await guest.get(`/order/${id}`)).body.order

/** Begins to pay an order, and gives the payment as LINE Pay has it. */
async function begin(id: string): Promise<PayTransaction> {
  const { status, body } = await guest.post(`/order/${id}/payment`, { method: 'linepay.wallet' })
  expect(status).toBe(200)
  const found = shop.running.gateway.line.pay.find(body.data.address.split('/').at(-1))
  if (!found) throw new Error('LINE Pay knows no such payment')
  return found
}

/** The shopper presses a button there; gives where the browser is sent, if anywhere. */
async function press({ id }: PayTransaction, action: string): Promise<URL | undefined> {
  const address = `${shop.running.address}/line/pay/${id}`
  const body = new URLSearchParams({ action })
  const reply = await fetch(address, { method: 'POST', body, redirect: 'manual' })
  const location = reply.headers.get('location')
  return location?.startsWith('http') ? new URL(location) : undefined
}

/** Runs the questions that are due, or all of them. */
async function ask({ isEarly = false } = {}): Promise<void> {
  const due = await shop.rows<{ data: { attemptId: string; isCheck: boolean } }>(
    `update pgboss.job set state = 'completed' where name = 'payment.query'
     and state = 'created' and ($1 or start_after <= now()) returning data`,
    [isEarly],
  )
  for (const { data } of due) {
    await shop.rows('delete from gateway_pace')
    await queryOpenAttempt(shop.payments, data)
  }
}

async function paid(): Promise<{ id: string; transaction: PayTransaction }> {
  const id = await shop.order(guest)
  const transaction = await begin(id)
  await press(transaction, 'agree-and-close')
  await ask({ isEarly: true })
  expect((await orderOf(id)).is_paid).toBe(true)
  return { id, transaction }
}

it('is off, and its secret is asked for, tried and given back by nothing (LINE-06)', async () => {
  const id = await shop.order(guest)
  expect(await methodsOf(id)).toEqual(['demonstration'])
  for (const [field, values, secret] of [
    ['channel_id', { channel_id: '' }, channel_secret],
    ['channel_secret', {}, undefined],
  ] as const) {
    expectRefusedAt(field, await save(values, secret))
  }
  const test = (secret: string) =>
    owner.post('/admin/settings/line-pay/test', { values: on, channel_secret: secret })
  expect((await test('guessed')).body.message).toContain('LINE Pay 不接受這組金鑰（1106）')
  expect((await test(channel_secret)).body.message).toBe('LINE Pay 測試環境接受這組金鑰')
  expect((await save({}, channel_secret)).status).toBe(200)
  expect(await read()).toMatchObject({ values: on, secret_end: channel_secret.slice(-4) })
  const replies = [await read(), (await owner.get('/admin/settings')).body]
  const told = JSON.stringify([replies, await keptSettings(shop)])
  expect(told).not.toContain(channel_secret)
})

it('stands beside ECPay, or alone, and never beside a payment that always succeeds (LINE-06)', async () => {
  await save({}, channel_secret)
  const id = await shop.order(guest)
  expect(await methodsOf(id)).toEqual(['linepay.wallet'])
  expect((await guest.post(`/pay/${id}`)).body.code).toBe('PAYMENT_METHOD_NEEDED')
  await saveGateway({ provider: 'ecpay' })
  expect(await methodsOf(id)).toEqual(['card', 'atm', 'cvs', 'barcode', 'linepay.wallet'])
  // Its secret opens no more: nothing is taken by it, and nothing in its place.
  await shop.rows(`update settings set sealed = '\\x00' where "group" = 'linePay'`)
  await saveGateway({ provider: 'demonstration' })
  expect((await read()).is_unreadable).toBe(true)
  expect(await methodsOf(id)).toEqual([])
  expect((await guest.post(`/pay/${id}`)).body.code).toBe('PAYMENT_METHOD_NEEDED')
})

it('is named, ordered and switched off by the owner like the others (LINE-06)', async () => {
  await save({}, channel_secret)
  await saveGateway({ provider: 'ecpay' })
  const id = await shop.order(guest)
  const change = async (methods: (all: { method: string }[]) => object[]) => {
    const { version, values } = (await owner.get('/admin/settings')).body.settings.payment
    const others = values.methods.filter((one: { method: string }) => !one.method.includes('.'))
    return owner.put('/admin/settings/payment', {
      version,
      values: { ...values, methods: methods(others) },
    })
  }
  const linePay = { method: 'linepay.wallet', is_on: true, name: 'LINE 錢包', note: '' }
  expect((await change((all) => [linePay, ...all])).status).toBe(200)
  const [first] = (await guest.get(`/order/${id}/payment`)).body.data.methods
  expect(first).toMatchObject({ method: 'linepay.wallet', name: 'LINE 錢包' })
  expect((await change((all) => [...all, { ...linePay, is_on: false }])).status).toBe(200)
  expect(await methodsOf(id)).toEqual(['card', 'atm', 'cvs', 'barcode'])
  // It stands for none of the others, and is named once.
  expect((await change((all) => [linePay, ...all.slice(1)])).status).toBe(400)
  expect((await change((all) => [linePay, linePay, ...all])).status).toBe(400)
  const allOff = (all: { method: string }[]) => all.map((one) => ({ ...one, is_on: false }))
  expect((await change((all) => [linePay, ...allOff(all)])).body.code).toBe('METHOD_LAST')
  expect((await change((all) => all)).status).toBe(200)
  await saveGateway({ provider: 'demonstration' })
})

it('is confirmed when the browser comes back, and named by its own name (LINE-06)', async () => {
  await save({}, channel_secret)
  const id = await shop.order(guest)
  const transaction = await begin(id)
  expect(transaction).toMatchObject({ amount: 2_000, captures: true })
  const back = await press(transaction, 'agree')
  expect((await orderOf(id)).is_paid).toBe(false)
  const url = `${back?.pathname}${back?.search}`
  const { statusCode, headers } = await shop.app.inject({ method: 'GET', url })
  expect([statusCode, headers.location]).toEqual([303, `/#/main/cart/pay/${id}`])
  await ask()
  expect(await orderOf(id)).toMatchObject({ is_paid: true, payment_method: 'linepay.wallet' })
  expect(transaction.state).toBe('captured')
})

it('is confirmed by a job where the browser never came back, or the answer was lost (LINE-06)', async () => {
  await save({}, channel_secret)
  await paid()
  const id = await shop.order(guest)
  const transaction = await begin(id)
  await press(transaction, 'agree-and-close')
  const [times] = await shop.rows<{ minutes: number[] }>(
    `select array_agg(round(extract(epoch from start_after - created_on) / 60)::int
       order by start_after) as minutes from pgboss.job j
     where name = 'payment.query' and data ->> 'attemptId' in
       (select p.id from payments p where p.order_id = $1)`,
    [id],
  )
  // LINE Pay forgets what is not confirmed within twenty minutes.
  expect(times?.minutes).toEqual([2, 5, 10, 15, 19, 1_440])
  shop.running.gateway.line.switches.pay = 'lost'
  await ask({ isEarly: true })
  expect((await orderOf(id)).is_paid).toBe(false)
  shop.running.gateway.line.switches.pay = 'none'
  const [attempt] = await shop.rows<{ id: string }>('select id from payments where order_id = $1', [
    id,
  ])
  await shop.rows('delete from gateway_pace')
  await queryOpenAttempt(shop.payments, { attemptId: attempt?.id ?? '', isCheck: false })
  expect((await orderOf(id)).is_paid).toBe(true)
})

it('takes nothing of who cancels, or has not enough (LINE-06)', async () => {
  await save({}, channel_secret)
  const id = await shop.order(guest)
  await press(await begin(id), 'cancel')
  await ask({ isEarly: true })
  const latest = async () => (await guest.get(`/order/${id}/payment`)).body.data.attempt.state
  expect(await latest()).toBe('failed')
  const poor = await begin(id)
  shop.running.gateway.line.switches.hasBalance = false
  await press(poor, 'agree-and-close')
  await ask({ isEarly: true })
  expect([await latest(), (await orderOf(id)).is_paid]).toEqual(['failed', false])
  expect(poor.confirmedAt).toBeUndefined()
})

it('asks for the payment that the browser was given last, when it was begun twice (LINE-06)', async () => {
  await save({}, channel_secret)
  const id = await shop.order(guest)
  const start = async () => {
    const key = { 'idempotency-key': 'the-same-payment' }
    const { body } = await guest.post(`/order/${id}/payment`, { method: 'linepay.wallet' }, key)
    return String(body.data.address).split('/').at(-1) ?? ''
  }
  const [lost, given] = [await start(), await start()]
  expect(given).not.toBe(lost)
  const transaction = shop.running.gateway.line.pay.find(given)
  if (!transaction) throw new Error('no payment')
  await press(transaction, 'agree-and-close')
  await ask({ isEarly: true })
  expect((await orderOf(id)).is_paid).toBe(true)
})

it('is captured apart where the owner says so, and also once that has changed (LINE-06)', async () => {
  await save({ captures_automatically: false }, channel_secret)
  const { transaction } = await paid()
  expect(transaction.state).toBe('authorised')
  await shop.runMoneyJobs()
  expect(transaction.state).toBe('captured')
  const id = await shop.order(guest)
  const begun = await begin(id)
  await press(begun, 'agree-and-close')
  await save({}, channel_secret)
  await ask({ isEarly: true })
  expect([begun.state, (await orderOf(id)).is_paid]).toEqual(['captured', true])
})

it('is refunded in parts, also after it was switched off (LINE-06)', async () => {
  await save({}, channel_secret)
  const { id, transaction } = await paid()
  const refund = async (amount: number) => {
    await owner.post(`/admin/order/${id}/refund`, { amount, reason: '瑕疵' })
    await shop.runMoneyJobs()
  }
  await refund(300)
  await save({ is_on: false })
  expect(await methodsOf(await shop.order(guest))).not.toContain('linepay.wallet')
  await refund(200)
  expect(transaction.refunds.map(({ amount }) => amount)).toEqual([300, 200])
  const refunds = await shop.rows(
    'select state, amount from refunds where order_id = $1 order by amount desc',
    [id],
  )
  expect(refunds).toEqual([
    { state: 'done', amount: 300 },
    { state: 'done', amount: 200 },
  ])
})
