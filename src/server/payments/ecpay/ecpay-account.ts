import type { SigningKeys } from '../../ecpay/check-mac-value.ts'

/** The shop's account at ECPay, and where ECPay is. */
export interface EcpayAccount extends SigningKeys {
  url: string
  merchantId: string
  /** 商家檢查碼, for asking and refunding cards; null: neither is possible. */
  creditCheckCode: string | null
  /** No money moves at it. */
  isTrial?: boolean
}

/** An account as attempts name it; a trial has accounts of its own, whatever gateway plays it. */
export function merchantOf({
  merchantId,
  isTrial = false,
}: Pick<EcpayAccount, 'merchantId' | 'isTrial'>): string {
  return isTrial ? `trial:${merchantId}` : merchantId
}
