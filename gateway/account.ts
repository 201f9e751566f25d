/** An account of a shop, by which calls and callbacks are signed. */
export interface Account {
  merchantId: string
  hashKey: string
  hashIv: string
  /** Last step of the CheckMacValue. */
  hash: 'sha256' | 'md5'
}

/** The account that ECPay publishes for tries of payments, as the shop knows it. */
export const testAccount = {
  merchantId: '3002607',
  hashKey: 'pwFHCqoQZGmho4w6',
  hashIv: 'EkRm7iFT261dpevs',
  hash: 'sha256',
  creditCheckCode: '59997889',
} as const

/** An account of logistics makes parcels of one contract: to the centre, or from store to store. */
export interface LogisticsAccount extends Account {
  contract: 'B2C' | 'C2C'
}

const bulk = {
  hashKey: '5294y06JbISpM5x9',
  hashIv: 'v77hoKGq4kWxNNIS',
  hash: 'md5',
  contract: 'B2C',
} as const

/** The accounts that ECPay publishes for tries of logistics. */
export const logisticsAccounts: LogisticsAccount[] = [
  { merchantId: '2000132', ...bulk },
  {
    merchantId: '2000933',
    hashKey: 'XBERn1YOvpM9nfZc',
    hashIv: 'h1ONHk4P4yqbl5LK',
    hash: 'md5',
    contract: 'C2C',
  },
  { merchantId: '2000214', ...bulk },
]

/** The account that ECPay publishes for tries of invoices: the number is also one of logistics, the keys are not. */
export const invoiceAccount = {
  merchantId: '2000132',
  hashKey: 'ejCk326UnaZWKisg',
  hashIv: 'q9jcZX8Ib9LM8wYk',
  hash: 'md5',
} as const

/** The account for which a callback is signed; one about an allowance names none. */
export function accountOf({ MerchantID, IA_Allow_No }: Record<string, string>): Account {
  if (IA_Allow_No !== undefined) return invoiceAccount
  return logisticsAccounts.find(({ merchantId }) => merchantId === MerchantID) ?? testAccount
}
