import type { EcpayOptions } from './ecpay-provider.ts'

/** The account that ECPay publishes for its stage. */
export const testAccount: EcpayOptions = {
  url: 'https://payment-stage.ecpay.com.tw',
  merchantId: '3002607',
  hashKey: 'pwFHCqoQZGmho4w6',
  hashIv: 'EkRm7iFT261dpevs',
  creditCheckCode: '59997889',
  limits: {
    card: { min: 5, max: 199_999 },
    atm: { min: 11, max: 49_999 },
    cvs: { min: 33, max: 6_000 },
    barcode: { min: 17, max: 20_000 },
  },
  capturesAutomatically: true,
  publicUrl: 'https://shop.example',
}
