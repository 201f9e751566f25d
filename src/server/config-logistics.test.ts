import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { logisticsUrl } from './config-logistics.ts'
import { faultsOf } from './testing/config-faults.ts'

const own = {
  PAYMENTS: 'demonstration',
  ECPAY_LOGISTICS_MERCHANT_ID: '1234567',
  ECPAY_LOGISTICS_HASH_KEY: 'secret-hash-key1',
  ECPAY_LOGISTICS_HASH_IV: 'secret-hash-iv-2',
}
const production = { ...own, NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' }

it('the account of logistics is that of the settings, unless the environment names one (SHIP-07)', () => {
  expect(readConfig({}).logistics).toEqual({ account: null, url: null, isOff: false })
  expect(readConfig({ PAYMENTS: 'demonstration' }).logistics.isOff).toBe(true)
  const { logistics, formActions } = readConfig({ ...production, ECPAY_LOGISTICS_CONTRACT: 'B2C' })
  expect(logistics).toEqual({
    account: {
      merchantId: '1234567',
      contract: 'B2C',
      hashKey: 'secret-hash-key1',
      hashIv: 'secret-hash-iv-2',
      isTrial: false,
    },
    url: null,
    isOff: false,
  })
  expect(formActions).toEqual(['https://*.ecpay.com.tw'])
  expect(logisticsUrl(logistics, { isTrial: false })).toBe('https://logistics.ecpay.com.tw')
  expect(logisticsUrl(logistics, { isTrial: true })).toBe('https://logistics-stage.ecpay.com.tw')
})

it('the sandbox of payments is that of logistics, with the published account (SHIP-07)', () => {
  const { logistics, formActions } = readConfig({
    PAYMENTS: 'sandbox',
    ECPAY_URL: 'http://127.0.0.1:4000',
  })
  expect(logistics).toMatchObject({
    account: { merchantId: '2000933', contract: 'C2C', isTrial: true },
    url: 'http://127.0.0.1:4000',
  })
  expect(formActions).toEqual(['http://127.0.0.1:4000'])
})

it('what is wrong is told in one list, without the value of a key (SHIP-07)', () => {
  const { ECPAY_LOGISTICS_HASH_KEY: _, ECPAY_LOGISTICS_HASH_IV: __, ...keyless } = own
  const faults = faultsOf({
    ...keyless,
    ECPAY_LOGISTICS_HASH_KEY: 'secret',
    ECPAY_LOGISTICS_CONTRACT: 'C2B',
    ECPAY_LOGISTICS_URL: 'logistics.ecpay.com.tw',
  })
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'ECPAY_LOGISTICS_URL',
    'ECPAY_LOGISTICS_CONTRACT',
    'ECPAY_LOGISTICS_HASH_IV',
  ])
  expect(faults.join()).not.toMatch(/secret/)
})

it.each([
  [{ ECPAY_LOGISTICS_MERCHANT_ID: '2000933' }, 'ECPAY_LOGISTICS_MERCHANT_ID must be your own'],
  [{ ECPAY_LOGISTICS_URL: 'https://send.example' }, "ECPAY_LOGISTICS_URL must be ECPay's own"],
])('in production with %j are refused: %s (SHIP-07)', (env, fault) => {
  expect(faultsOf({ ...production, ...env })).toEqual([expect.stringContaining(fault)])
  expect(faultsOf(production)).toEqual([])
})
