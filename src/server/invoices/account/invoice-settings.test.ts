import { afterAll, beforeAll, expect, it } from 'vitest'
import type { InvoiceAccountValues } from '#contract/connections.ts'
import { type RunningGateway, startGateway } from '../../../../gateway/start-gateway.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { expectRefusedAt, keptSettings } from '../../testing/test-connections.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let running: RunningGateway
let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  running = await startGateway()
  shop = await openTestShop({ env: { ECPAY_INVOICE_URL: running.address } })
  owner = await openAdministrator(shop)
})
afterAll(async () => {
  await shop.close()
  await running.close()
})

const trial: InvoiceAccountValues = { provider: 'ecpay', is_trial: true, merchant_id: '2000132' }
const keys = { hash_key: 'aaaaaaaaaaaa1111', hash_iv: 'bbbbbbbbbbbb2222' }

const path = '/admin/settings/invoice-account'
const read = async (by = owner) => (await by.get(path)).body.account
async function save(values: InvoiceAccountValues, typed: object = {}) {
  const { version } = await read()
  return owner.put(path, { version, values, ...typed })
}
async function test(values: InvoiceAccountValues, typed: object = {}) {
  await shop.database.pool.query('delete from gateway_pace')
  return owner.post(`${path}/test`, { values, ...typed })
}
async function turn(mode: 'none' | 'on') {
  const { version } = (await owner.get('/admin/settings')).body.settings.invoice
  return owner.put('/admin/settings/invoice', { version, values: { mode, when: 'shipping' } })
}

it('is off until an account is saved; faults stand at their fields (INV-E-06)', async () => {
  expect(await read()).toMatchObject({ values: { provider: 'none' }, fixed: [] })
  expect(await turn('on')).toMatchObject({ status: 409, body: { code: 'INVOICE_ACCOUNT_MISSING' } })
  for (const [field, changes, typed] of [
    ['merchant_id', { merchant_id: '' }, {}],
    ['merchant_id', { is_trial: false }, keys],
    ['hash_key', { merchant_id: '1234567' }, {}],
    ['hash_iv', { merchant_id: '1234567' }, { hash_key: keys.hash_key }],
    ['hash_iv', { merchant_id: '1234567' }, { ...keys, hash_iv: 'short' }],
  ] as const) {
    expectRefusedAt(field, await save({ ...trial, ...changes }, typed))
  }
  expect((await save(trial)).status).toBe(200)
  expect(await read()).toMatchObject({ values: trial, keys: { hash_key: 'Kisg', hash_iv: '8wYk' } })
  expect((await turn('on')).body.settings.invoice.values).toEqual({
    ...{ mode: 'on', when: 'shipping' },
    since: expect.any(Number),
  })
})

it('the account stays as long as invoices are issued (INV-E-06)', async () => {
  expect((await turn('on')).status).toBe(200)
  const refused = await save({ ...trial, provider: 'none' })
  expect(refused).toMatchObject({ status: 409, body: { code: 'INVOICES_ON' } })
  expect((await turn('none')).status).toBe(200)
  expect((await save({ ...trial, provider: 'none' })).status).toBe(200)
})

it('keys are given back by nothing, and those of before are kept (INV-E-06)', async () => {
  expect((await save(trial)).status).toBe(200)
  const own = { ...trial, merchant_id: '1234567' }
  expect((await save(own, keys)).status).toBe(200)
  const known = await read()
  expect(known.keys).toEqual({ hash_key: '1111', hash_iv: '2222' })
  expect(known.earlier).toEqual([{ merchant_id: '2000132', is_trial: true }])
  const told = JSON.stringify([known, await keptSettings(shop)])
  for (const key of Object.values(keys)) expect(told).not.toContain(key)
})

it('a test asks for the numbers that are left, and says what is wrong (INV-E-06)', async () => {
  const { settings } = running.gateway
  await fetch(`${running.address}/invoices/numbers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ left: 3 }),
  })
  expect((await test(trial)).body.message).toBe('綠界測試環境接受這組金鑰，本期還有 3 個號碼')
  const wrong = await test(trial, keys)
  expect(wrong).toMatchObject({ status: 400, body: { code: 'INVOICE_TEST_FAILED' } })
  expect(wrong.body.message).toContain('綠界不接受這組金鑰')
  settings.invoiceFault = 'error'
  expect((await test(trial)).body.message).toContain('HTTP 500')
  settings.invoiceFault = 'forbidden'
  expect((await test(trial)).body.message).toContain('半小時')
  settings.invoiceFault = 'none'
  // All nodes have stopped to call.
  const paused = await owner.post(`${path}/test`, { values: trial })
  expect(paused.body.message).toContain('分鐘後再試')
})

it('the environment decides, and its account is shown without a key (INV-E-06)', async () => {
  const fixed = await openTestShop({ env: { PAYMENTS: 'sandbox', ECPAY_URL: running.address } })
  const administrator = await openAdministrator(fixed)
  expect(await read(administrator)).toMatchObject({
    values: trial,
    fixed: ['ECPAY_INVOICE_MERCHANT_ID'],
    keys: { hash_key: null, hash_iv: null },
  })
  const refused = await administrator.put(path, { version: 0, values: trial })
  expect(refused).toMatchObject({ status: 409, body: { code: 'SETTING_FIXED' } })
  await fixed.close()
})
