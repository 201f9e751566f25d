import type { SigningKeys } from './check-mac-value.ts'

/** The shop's account at ECPay, and where ECPay is. */
export interface EcpayAccount extends SigningKeys {
  url: string
  merchantId: string
  /** 商家檢查碼, for asking and refunding cards; null: neither is possible. */
  creditCheckCode: string | null
}
