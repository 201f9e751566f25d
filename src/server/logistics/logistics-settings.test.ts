import { afterAll, beforeAll, expect, it } from 'vitest'
import type { LogisticsValues } from '#contract/connections.ts'
import { type RunningGateway, startGateway } from '../../../gateway/start-gateway.ts'
import { openAdministrator, type TestAdministrator } from '../testing/test-administrator.ts'
import { expectRefusedAt, keptSettings } from '../testing/test-connections.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'

let running: RunningGateway
let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  running = await startGateway()
  running.gateway.settings.limitsCalls = false
  shop = await openTestShop({ env: { ECPAY_LOGISTICS_URL: running.address } })
  owner = await openAdministrator(shop)
})
afterAll(async () => {
  await shop.close()
  await running.close()
})

const trial: LogisticsValues = {
  provider: 'ecpay',
  is_trial: true,
  merchant_id: '2000933',
  contract: 'C2C',
  sender_name: '林小美',
  sender_phone: '0911-222-333',
}
const keys = { hash_key: 'aaaaaaaaaaaa1111', hash_iv: 'bbbbbbbbbbbb2222' }

const read = async () => (await owner.get('/admin/settings/logistics')).body.logistics
async function save(values: LogisticsValues, typed: object = {}) {
  const { version } = await read()
  return owner.put('/admin/settings/logistics', { version, values, ...typed })
}
async function test(values: LogisticsValues, typed: object = {}) {
  await shop.database.pool.query('delete from gateway_pace')
  return owner.post('/admin/settings/logistics/test', { values, ...typed })
}

it('is off until an account and a sender are saved; faults stand at their fields (SHIP-07)', async () => {
  expect(await read()).toMatchObject({ values: { provider: 'none' }, fixed: [] })
  for (const [field, changes, typed] of [
    ['merchant_id', { merchant_id: '' }, {}],
    ['merchant_id', { is_trial: false }, keys],
    ['hash_key', { merchant_id: '1234567' }, {}],
    ['hash_iv', { merchant_id: '1234567' }, { hash_key: keys.hash_key }],
    ['sender_name', { sender_name: '好好股份有限公司' }, {}],
    ['sender_name', { sender_name: '' }, {}],
    ['sender_phone', { sender_phone: '02-2345-6789' }, {}],
  ] as const) {
    expectRefusedAt(field, await save({ ...trial, ...changes }, typed))
  }
  expect((await save(trial)).status).toBe(200)
  expect(await read()).toMatchObject({
    values: { ...trial, sender_phone: '0911222333' },
    keys: { hash_key: 'nfZc', hash_iv: 'l5LK' },
  })
})

it('keys are given back by nothing (SHIP-07)', async () => {
  const own = { ...trial, merchant_id: '1234567' }
  expect((await save(own, keys)).status).toBe(200)
  const known = await read()
  expect(known.keys).toEqual({ hash_key: '1111', hash_iv: '2222' })
  expect(known.earlier).toEqual([{ merchant_id: '2000933', is_trial: true }])
  const told = JSON.stringify([known, await keptSettings(shop)])
  for (const key of Object.values(keys)) expect(told).not.toContain(key)
})

it('a test asks for a list of stores, and says what is wrong (SHIP-07)', async () => {
  expect((await test(trial)).body.message).toBe('綠界測試環境接受這組金鑰')
  const wrong = await test({ ...trial, merchant_id: '2000933' }, keys)
  expect(wrong).toMatchObject({ status: 400, body: { code: 'LOGISTICS_TEST_FAILED' } })
  expect(wrong.body.message).toContain('CheckMacValue Error')
  running.gateway.settings.fault = 'error'
  expect((await test(trial)).body.message).toContain('HTTP 500')
  running.gateway.settings.fault = 'forbidden'
  expect((await test(trial)).body.message).toContain('半小時')
  running.gateway.settings.fault = 'none'
  // All nodes have stopped to call.
  const paused = await owner.post('/admin/settings/logistics/test', { values: trial })
  expect(paused.body.message).toContain('分鐘後再試')
})

it('the environment decides the account, the owner the sender (SHIP-07)', async () => {
  const fixed = await openTestShop({
    env: { PAYMENTS: 'sandbox', ECPAY_URL: running.address },
  })
  const administrator = await openAdministrator(fixed)
  const { body } = await administrator.get('/admin/settings/logistics')
  expect(body.logistics).toMatchObject({
    values: { provider: 'ecpay', merchant_id: '2000933', contract: 'C2C', is_trial: true },
    fixed: ['ECPAY_LOGISTICS_MERCHANT_ID'],
    keys: { hash_key: null, hash_iv: null },
  })
  const saved = await administrator.put('/admin/settings/logistics', {
    version: 0,
    values: { ...trial, merchant_id: '7654321', sender_name: '陳小安' },
  })
  expect(saved.body.logistics.values).toMatchObject({
    merchant_id: '2000933',
    sender_name: '陳小安',
  })
  await fixed.close()
})

it('an account stays while shoppers may choose a store that it serves (SHIP-05)', async () => {
  const method = {
    ...{ kind: 'store', name: '超商取貨', fee: 60, free_over: null, outlying: { mode: 'same' } },
    ...{ max_weight_g: null, max_sides_mm: null, max_amount: null },
    ...{ temperatures: ['normal'], mixes: false, cod: false, is_on: true },
    chains: ['UNIMART', 'OKMART'],
  }
  const add = () => owner.post('/admin/shipping-method', method)
  const none = await save({ ...trial, provider: 'none' })
  expect(none.status).toBe(200)
  expect((await add()).body.message).toContain('沒有超商物流的帳號')
  expect((await save(trial)).status).toBe(200)
  const { id } = (await add()).body.method
  // B2C has no stores of OK.
  const b2c = await save({ ...trial, contract: 'B2C', merchant_id: '2000132' })
  expect([b2c.status, b2c.body.code]).toEqual([409, 'SHIPPING_STORES_OFF'])
  expect(b2c.body.message).toContain('「超商取貨」還開著，而物流帳號不能寄到 OK mart')
  expect((await save({ ...trial, provider: 'none' })).status).toBe(409)
  await owner.put(`/admin/shipping-method/${id}`, { ...method, is_on: false, version: 1 })
  expect((await save({ ...trial, provider: 'none' })).status).toBe(200)
})
