import { afterAll, beforeAll, expect, it } from 'vitest'
import type { GatewayValues } from '#contract/connections.ts'
import { type SigningKeys, sign } from '../ecpay/check-mac-value.ts'
import { callbackOf, openGatewayShop, type StandInShop } from '../testing/doubles/gateway-shop.ts'
import type { GatewayCall } from '../testing/doubles/gateway-stand-in.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { expectRefusedAt, keptSettings } from '../testing/test-connections.ts'
import type { Visitor } from '../testing/test-shop.ts'
import { askGateway } from './news/ask-gateway.ts'
import { expireIfDue } from './news/expire-orders.ts'
import { findPayment } from './payments.queries.ts'

let shop: StandInShop
let owner: TestAdministrator
let guest: Visitor
beforeAll(async () => {
  shop = await openGatewayShop({ env: { PAYMENTS: '', ECPAY_STAGE: '0' } })
  owner = await openAdministrator(shop)
  guest = shop.guest()
})
afterAll(() => shop.close())

const one = { hash_key: 'aaaaaaaaaaaa1111', hash_iv: 'bbbbbbbbbbbb2222' }
const two = { hash_key: 'cccccccccccc3333', hash_iv: 'dddddddddddd4444' }
const live: GatewayValues = {
  provider: 'ecpay',
  is_trial: false,
  merchant_id: '2000001',
  captures_automatically: true,
}
const trial: GatewayValues = { ...live, is_trial: true, merchant_id: '3002607' }
const demonstration: GatewayValues = { ...live, provider: 'demonstration' }
const manual: GatewayValues = { ...live, provider: 'manual' }

const read = async () => (await owner.get('/admin/settings/gateway')).body.gateway
async function save(values: GatewayValues, keys: object = {}) {
  const { version } = await read()
  await shop.rows('delete from gateway_pace')
  return owner.put('/admin/settings/gateway', { version, values, ...keys })
}
const signed = (fields: Record<string, string>, merchantId: string, keys: SigningKeys) =>
  new URLSearchParams(sign({ MerchantID: merchantId, ...fields }, keys)).toString()
const keysOf = ({ hash_key: hashKey, hash_iv: hashIv }: typeof one) => ({ hashKey, hashIv })

/** A callback of a paid card, signed with these keys. */
function paidBy(tradeNo: string, merchantId: string, keys: typeof one): string {
  const {
    MerchantID: _,
    CheckMacValue: __,
    ...fields
  } = Object.fromEntries(new URLSearchParams(callbackOf(tradeNo)))
  return signed(fields, merchantId, keysOf(keys))
}

const begin = async () => {
  const id = await shop.order(guest)
  return { id, ...(await shop.start(guest, id)) }
}
const isPaid = async (id: string) => (await guest.get(`/order/${id}`)).body.order.is_paid
const ask = async (attemptId: string) => {
  await shop.rows('delete from gateway_pace')
  const attempt = await findPayment(shop.database.db, attemptId)
  if (!attempt) throw new Error('no attempt')
  return askGateway(shop.payments, attempt)
}
/** The answer of the gateway to a question, with the keys of the account that asks. */
const unpaid =
  (keys: Record<string, typeof one>) =>
  ({ fields: { MerchantID = '', MerchantTradeNo = '' } }: GatewayCall) => ({
    body: signed(
      { MerchantTradeNo, TradeNo: '', TradeAmt: '2000', TradeStatus: '0' },
      MerchantID,
      keysOf(keys[MerchantID] ?? two),
    ),
  })

it('a shop takes demonstrations until an account is saved; its keys are given back by nothing (DOOR-10)', async () => {
  const id = await shop.order(guest)
  expect((await guest.get(`/order/${id}/payment`)).body.data.methods).toMatchObject([
    { method: 'demonstration' },
  ])
  for (const [field, values, keys] of [
    ['merchant_id', { ...live, merchant_id: '' }, one],
    ['merchant_id', { ...live, merchant_id: '3002607' }, one],
    ['hash_key', live, {}],
    ['hash_iv', live, { hash_key: one.hash_key }],
  ] as const) {
    expectRefusedAt(field, await save(values, keys))
  }
  expect((await save(live, one)).status).toBe(200)
  const { keys, values } = await read()
  expect(keys).toEqual({ hash_key: '1111', hash_iv: '2222', credit_check_code: null })
  expect(values).toEqual(live)
  const replies = [await read(), (await owner.get('/admin/settings')).body]
  const told = JSON.stringify([replies, await keptSettings(shop)])
  for (const key of Object.values(one)) expect(told).not.toContain(key)
  const { body } = await guest.get(`/order/${id}/payment`)
  expect(body.data.methods.map(({ method }: { method: string }) => method)).toContain('card')
  expect(body.data.is_trial).toBe(false)
})

it('the step of payments is done when an account takes real money (DOOR-07)', async () => {
  const step = async () => {
    const { steps } = (await owner.get('/admin/opening')).body
    const { is_done, detail } = steps.find(({ id }: { id: string }) => id === 'payment')
    return [is_done, detail]
  }
  await save(demonstration)
  expect(await step()).toEqual([false, '目前是展示付款，不會收到任何款項'])
  await save(trial)
  expect(await step()).toEqual([false, '目前是金流的測試環境，不會收到真正的款項'])
  await save(live, one)
  expect(await step()).toEqual([true, undefined])
})

it('without a gateway shoppers transfer to the account of the shop, and the staff record what came (DOOR-19)', async () => {
  const id = await shop.order(guest)
  expect((await save(manual)).status).toBe(200)
  const options = async (of = id) => (await guest.get(`/order/${of}/payment`)).body.data
  const step = async () =>
    (await owner.get('/admin/opening')).body.steps.find(
      (one: { id: string }) => one.id === 'payment',
    )
  expect(await options()).toMatchObject({ methods: [], is_trial: false })
  expect(await step()).toMatchObject({
    is_done: false,
    detail: '還沒有可用的付款方式，顧客無法付款',
  })
  const { payment } = (await owner.get('/admin/settings')).body.settings
  const values = { ...payment.values, account: '玉山銀行 808\n0123-456-789012' }
  await owner.put('/admin/settings/payment', { version: payment.version, values })
  expect(await step()).toEqual({ id: 'payment', is_done: true })
  expect((await options()).methods).toMatchObject([{ method: 'transfer', is_available: true }])
  // Nothing pays by itself.
  expect((await guest.post(`/pay/${id}`)).body.code).toBe('PAYMENT_METHOD_NEEDED')
  expect((await guest.post(`/order/${id}/payment`, { method: 'transfer' })).status).toBe(200)
  expect((await options()).attempt).toMatchObject({ method: 'transfer', state: 'pending' })
  expect(await isPaid(id)).toBe(false)
  await owner.put(`/admin/order/${id}`, { is_paid: true })
  expect(await isPaid(id)).toBe(true)
  // An order whose shopper has not asked for the account yet waits as long as a transfer may take.
  const left = (await options(await shop.order(guest))).expires_at - Date.now() / 1000
  expect(Math.round(left / 86_400)).toBe(7)
})

it('an attempt is asked and notified with the account that it was begun with (DOOR-10)', async () => {
  await save(live, one)
  const [first, second] = [await begin(), await begin()]
  expect(first.fields.MerchantID).toBe('2000001')
  await save({ ...live, merchant_id: '2000002' }, two)
  const third = await begin()
  expect(third.fields.MerchantID).toBe('2000002')
  shop.gateway.answer = unpaid({ 2000001: one, 2000002: two })
  for (const [attempt, merchant] of [
    [first, '2000001'],
    [third, '2000002'],
  ] as const) {
    shop.gateway.calls.length = 0
    expect(await ask(attempt.attemptId)).toEqual({ type: 'unpaid' })
    expect(shop.gateway.calls[0]?.fields.MerchantID).toBe(merchant)
  }
  // Signed by an account that the attempt was not begun with.
  const foreign = await shop.notify(paidBy(first.tradeNo, '2000002', two))
  expect(foreign.text).toBe('0|Unknown Trade')
  expect(await isPaid(first.id)).toBe(false)
  expect((await shop.notify(paidBy(first.tradeNo, '2000001', one))).text).toBe('1|OK')
  expect(await isPaid(first.id)).toBe(true)
  // Demonstrations again: what was begun is still notified.
  await save(demonstration)
  expect((await shop.notify(paidBy(second.tradeNo, '2000001', one))).text).toBe('1|OK')
  expect(await isPaid(second.id)).toBe(true)
  expect((await read()).earlier.map((of: { merchant_id: string }) => of.merchant_id)).toEqual(
    expect.arrayContaining(['2000001']),
  )
})

it('replaced keys of an account still open its callbacks; it is asked with the new ones (DOOR-10)', async () => {
  await save(live, one)
  const begun = await begin()
  await save(live, two)
  shop.gateway.answer = unpaid({ 2000001: two })
  expect(await ask(begun.attemptId)).toEqual({ type: 'unpaid' })
  expect((await shop.notify(paidBy(begun.tradeNo, '2000001', one))).text).toBe('1|OK')
  expect(await isPaid(begun.id)).toBe(true)
})

it('a trial pays nothing once money moves, and holds no order (DOOR-10)', async () => {
  await save(trial)
  const begun = await begin()
  expect((await guest.get(`/order/${begun.id}/payment`)).body.data.is_trial).toBe(true)
  await save(live, one)
  shop.gateway.calls.length = 0
  expect((await shop.notify(callbackOf(begun.tradeNo))).text).not.toBe('1|OK')
  expect(await isPaid(begun.id)).toBe(false)
  await shop.rows(`update orders set expires_at = now() - interval '1 minute' where id = $1`, [
    begun.id,
  ])
  await shop.rows('delete from gateway_pace')
  await expireIfDue(shop.payments, { orderId: begun.id, asks: 0 })
  expect(shop.gateway.calls).toEqual([])
  const [order] = await shop.rows<{ state: string }>('select state from orders where id = $1', [
    begun.id,
  ])
  expect(order?.state).toBe('cancelled')
})

it('a node that has not heard of the gateway takes no demonstration for money (DOOR-10)', async () => {
  await save(demonstration)
  const id = await shop.order(guest)
  // As another node saves it, whose announcement is late.
  await shop.rows(`update settings set version = version + 1 where "group" = 'gateway'`)
  expect((await guest.post(`/pay/${id}`)).status).toBe(503)
  expect(await isPaid(id)).toBe(false)
  await save(demonstration)
  expect((await guest.post(`/pay/${id}`)).status).toBe(200)
})

it('a test asks for a trade that does not exist, and says what is wrong (DOOR-10)', async () => {
  const test = async (keys: object = one) => {
    await shop.rows('delete from gateway_pace')
    return owner.post('/admin/settings/gateway/test', { values: live, ...keys })
  }
  shop.gateway.answer = unpaid({ 2000001: one })
  expect((await test()).body.message).toBe('綠界接受這組金鑰')
  const wrong = await test(two)
  expect(wrong).toMatchObject({ status: 400, body: { code: 'GATEWAY_TEST_FAILED' } })
  expect(wrong.body.message).toContain('綠界不接受這組金鑰')
  shop.gateway.answer = () => ({ status: 403 })
  expect((await test()).body.message).toContain('暫停')
})
