/** The account that ECPay publishes for tries, as the shop knows it. */
export const testAccount = {
  merchantId: '3002607',
  hashKey: 'pwFHCqoQZGmho4w6',
  hashIv: 'EkRm7iFT261dpevs',
  creditCheckCode: '59997889',
}

export type Account = typeof testAccount
