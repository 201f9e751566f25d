/** The account that ECPay publishes for tries. The credit check code is ours: none is published. */
export const testAccount = {
  merchantId: '3002607',
  hashKey: 'pwFHCqoQZGmho4w6',
  hashIv: 'EkRm7iFT261dpevs',
  creditCheckCode: '52482296',
}

export type Account = typeof testAccount
