import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { faultsOf } from './testing/config-faults.ts'

const own = {
  PAYMENTS: 'ecpay',
  ECPAY_MERCHANT_ID: '1234567',
  ECPAY_HASH_KEY: 'secret-hash-key1',
  ECPAY_HASH_IV: 'secret-hash-iv-2',
}
const production = { ...own, NODE_ENV: 'production', PUBLIC_URL: 'https://shop.example' }

describe('payments through a gateway', () => {
  it('need an account, and are ECPay with its tariff (GATEWAY-02)', () => {
    expect(faultsOf({ PAYMENTS: 'ecpay' })).toEqual([
      'ECPAY_MERCHANT_ID must be set with PAYMENTS=ecpay',
      'ECPAY_HASH_KEY must be set with PAYMENTS=ecpay',
      'ECPAY_HASH_IV must be set with PAYMENTS=ecpay',
    ])
    const { payments, gateway, formActions } = readConfig(production)
    expect(payments).toBe('ecpay')
    expect(gateway).toEqual({
      url: 'https://payment.ecpay.com.tw',
      merchantId: '1234567',
      hashKey: 'secret-hash-key1',
      hashIv: 'secret-hash-iv-2',
      creditCheckCode: null,
      isTrial: false,
      limits: {
        card: { min: 5, max: 199_999 },
        atm: { min: 11, max: 49_999 },
        cvs: { min: 33, max: 6_000 },
        barcode: { min: 17, max: 20_000 },
      },
      capturesAutomatically: true,
    })
    expect(formActions).toEqual(['https://*.ecpay.com.tw'])
    expect(readConfig({ PAYMENTS: 'demonstration' })).toMatchObject({
      gateway: null,
      formActions: [],
    })
  })

  it('tell all that is wrong in one list, without the value of a key (GATEWAY-02)', () => {
    const faults = faultsOf({
      ...own,
      ECPAY_MERCHANT_ID: '',
      ECPAY_URL: 'payment.ecpay.com.tw',
      ECPAY_STAGE: 'yes',
      ECPAY_AUTO_CAPTURE: '2',
      ECPAY_LIMITS: 'cvs=33-20000,card=500-5,paypal=1-2,atm=0-10,',
    })
    expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
      ...['ECPAY_STAGE', 'ECPAY_MERCHANT_ID', 'ECPAY_URL'],
      ...['ECPAY_LIMITS', 'ECPAY_LIMITS', 'ECPAY_LIMITS', 'ECPAY_AUTO_CAPTURE'],
    ])
    expect(faults.join()).not.toMatch(/secret/)
    expect(faultsOf({ PAYMENTS: 'paypal' })).toEqual([
      'PAYMENTS must be "settings", "demonstration", "ecpay" or "sandbox"',
    ])
  })

  it('are tried with the published account (GATEWAY-02)', () => {
    const trial = readConfig({ PAYMENTS: 'sandbox', ECPAY_URL: 'http://127.0.0.1:4000' })
    expect(trial.gateway).toMatchObject({ merchantId: '3002607', isTrial: true })
    expect(trial.formActions).toEqual(['http://127.0.0.1:4000'])
    expect(readConfig({ PAYMENTS: 'ecpay', ECPAY_STAGE: '1' }).gateway).toMatchObject({
      url: 'https://payment-stage.ecpay.com.tw',
      creditCheckCode: '59997889',
      isTrial: true,
    })
    const { gateway } = readConfig({ ...own, ECPAY_LIMITS: 'cvs=33-20000, card=5-500000' })
    expect(gateway?.limits).toMatchObject({ cvs: { max: 20_000 }, card: { max: 500_000 } })
  })

  it.each([
    [{ PAYMENTS: 'sandbox' }, 'PAYMENTS must not be "sandbox"'],
    [{ ECPAY_MERCHANT_ID: '3002607' }, 'ECPAY_MERCHANT_ID must be your own'],
    [{ ECPAY_MERCHANT_ID: '2000132' }, 'ECPAY_MERCHANT_ID must be your own'],
    [{ ECPAY_URL: 'https://pay.example' }, "ECPAY_URL must be ECPay's own"],
    [{ ECPAY_URL: 'http://payment.ecpay.com.tw' }, "ECPAY_URL must be ECPay's own"],
    [{ PUBLIC_URL: 'https://shop.example:8443' }, 'PUBLIC_URL must have no port'],
    [{ PUBLIC_URL: 'https://商店.example' }, 'PUBLIC_URL must have no port'],
  ])('in production with %j are refused: %s (GATEWAY-03)', (env, fault) => {
    expect(faultsOf({ ...production, ...env })).toEqual([expect.stringContaining(fault)])
  })

  it('in production may be tried on the stage of ECPay (GATEWAY-03)', () => {
    expect(faultsOf(production)).toEqual([])
    const stage = { PAYMENTS: 'ecpay', ECPAY_STAGE: '1', NODE_ENV: 'production' }
    expect(faultsOf({ ...stage, PUBLIC_URL: 'https://shop.example' })).toEqual([])
  })
})
