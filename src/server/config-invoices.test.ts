import { expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { invoicesUrl } from './config-invoices.ts'
import { faultsOf } from './testing/config-faults.ts'

const own = {
  PAYMENTS: 'demonstration',
  ECPAY_INVOICE_MERCHANT_ID: '1234567',
  ECPAY_INVOICE_HASH_KEY: 'secret-hash-key1',
  ECPAY_INVOICE_HASH_IV: 'secret-hash-iv-2',
}
const production = { ...own, NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' }

it('a shop issues invoices once the environment names an account', () => {
  expect(readConfig({}).invoices).toEqual({ account: null, url: null, isOff: false })
  const { invoices, formActions } = readConfig(production)
  expect(invoices).toEqual({
    account: {
      merchantId: '1234567',
      hashKey: 'secret-hash-key1',
      hashIv: 'secret-hash-iv-2',
      isTrial: false,
    },
    url: null,
    isOff: false,
  })
  // No browser is sent there.
  expect(formActions).toEqual(readConfig({ PAYMENTS: 'demonstration' }).formActions)
  expect(invoicesUrl(invoices, { isTrial: false })).toBe('https://einvoice.ecpay.com.tw')
  expect(invoicesUrl(invoices, { isTrial: true })).toBe('https://einvoice-stage.ecpay.com.tw')
})

it('the sandbox of payments is that of invoices, with the published account', () => {
  const { invoices } = readConfig({ PAYMENTS: 'sandbox', ECPAY_URL: 'http://127.0.0.1:4000' })
  expect(invoices).toMatchObject({
    account: { merchantId: '2000132', isTrial: true },
    url: 'http://127.0.0.1:4000',
  })
})

it('what is wrong is told in one list, without the value of a key', () => {
  const { ECPAY_INVOICE_HASH_KEY: _, ECPAY_INVOICE_HASH_IV: __, ...keyless } = own
  const faults = faultsOf({
    ...keyless,
    ECPAY_INVOICE_HASH_KEY: 'secret',
    ECPAY_INVOICE_URL: 'einvoice.ecpay.com.tw',
  })
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'ECPAY_INVOICE_URL',
    'ECPAY_INVOICE_HASH_KEY',
    'ECPAY_INVOICE_HASH_IV',
  ])
  expect(faults.join()).not.toMatch(/secret/)
})

it.each([
  [{ ECPAY_INVOICE_MERCHANT_ID: '2000132' }, 'ECPAY_INVOICE_MERCHANT_ID must be your own'],
  [{ ECPAY_INVOICE_URL: 'http://127.0.0.1:3100' }, "ECPAY_INVOICE_URL must be ECPay's own"],
  [{ PAYMENTS: 'sandbox' }, 'PAYMENTS must not be "sandbox"'],
])('in production with %j are refused: %s', (env, fault) => {
  expect(faultsOf({ ...production, ...env })).toContainEqual(expect.stringContaining(fault))
  expect(faultsOf(production)).toEqual([])
})
