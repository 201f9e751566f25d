import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type RunningGateway, startGateway } from '../../../../gateway/start-gateway.ts'
import { openAdministrator, type TestAdministrator } from '../../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../../testing/test-shop.ts'

let running: RunningGateway
let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  running = await startGateway()
  shop = await openTestShop({
    env: {
      ...{ ECPAY_INVOICE_MERCHANT_ID: '2000132', ECPAY_STAGE: '1' },
      ...{ ECPAY_INVOICE_URL: running.address, LIMIT_INVOICE_CHECK_NETWORK: '12' },
    },
  })
  owner = await openAdministrator(shop)
  await owner.put('/admin/settings/invoice', {
    version: 0,
    values: { mode: 'on', when: 'shipping' },
  })
})
afterAll(async () => {
  await shop.close()
  await running.close()
})
beforeEach(() => shop.database.pool.query('delete from gateway_pace'))

const check = async (query: Record<string, string>) => {
  const { status, body } = await shop.guest().get(`/invoice-check?${new URLSearchParams(query)}`)
  expect(status).toBe(200)
  const { success: _, ...answer } = body
  return answer
}

it.each([
  [{ mobile: '/ABC+123' }, { is_known: true }],
  [{ mobile: '/0000000' }, { is_known: false }],
  [{ love_code: '919' }, { is_known: true }],
  [{ love_code: '9999999' }, { is_known: false }],
  [{ tax_id: '04595257' }, { is_known: true, name: expect.any(String) }],
  [{ tax_id: '10458574' }, { is_known: false }],
])('tells whether %j exists, as help (INV-E-01)', async (query, answer) => {
  expect(await check(query)).toEqual(answer)
})

it('says nothing while the ministry is away or calls would come too fast, and orders go on (INV-E-01)', async () => {
  const { settings } = running.gateway
  settings.ministryAnswers = false
  expect(await check({ mobile: '/ABC+123' })).toEqual({})
  settings.ministryAnswers = true
  expect(await check({ mobile: '/ABC+123' })).toEqual({})
  await shop.database.pool.query('delete from gateway_pace')
  settings.invoiceFault = 'forbidden'
  expect(await check({ love_code: '919' })).toEqual({})
  settings.invoiceFault = 'none'
  expect(await check({ love_code: '919' })).toEqual({})
  expect(await check({ tax_id: '04595258' })).toEqual({})
})

it('is limited by the network, and off with the invoices (INV-E-01)', async () => {
  const ask = () => shop.guest().get('/invoice-check?love_code=919')
  for (let asked = 0; asked < 12 && (await ask()).status === 200; asked++);
  expect(await ask()).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } })
  await owner.put('/admin/settings/invoice', {
    version: 1,
    values: { mode: 'none', when: 'shipping' },
  })
  expect((await ask()).body).toEqual({ success: true })
})
