import { createHmac, timingSafeEqual } from 'node:crypto'
import { fragmentAddress } from '#contract/language.ts'
import type { GatewayMethod } from '#contract/payments.ts'
import { language } from '#contract/translate.ts'
import { sign } from '../../ecpay/check-mac-value.ts'
import { toTaipeiTime } from '../../ecpay/taipei-time.ts'
import type { EcpayAccount } from './ecpay-account.ts'
import { numberTime } from './number-times.ts'

/** An attempt as the form of ECPay's checkout page needs it. */
export interface FormAttempt {
  orderId: string
  tradeNo: string
  method: GatewayMethod
  /** In whole NT$. */
  amount: number
  /** By the clock of the database. */
  startedAt: Date
  /** When a place in a group ends unless it is paid; undefined: an order with no such time. */
  payBy?: Date
  /** The last date of its number, when no number moves the end of its order any more. */
  dueBy?: Date
  items: readonly { title: string; qty: number }[]
}

/** The three addresses of ours that ECPay, or the browser that comes back from it, posts to. */
const callbackPaths = {
  notify: '/v2/gateway/ecpay/notify',
  number: '/v2/gateway/ecpay/number',
  return: '/v2/gateway/ecpay/return',
} as const

/** Fields of a method beside those of all. */
const ownFields: Record<
  GatewayMethod,
  (publicUrl: string, attempt: FormAttempt) => Record<string, string>
> = {
  card: (publicUrl) => ({
    ChoosePayment: 'Credit',
    OrderResultURL: `${publicUrl}${callbackPaths.return}`,
    // No UnionPay: it captures at once and does not come back to OrderResultURL.
    UnionPay: '2',
  }),
  atm: (publicUrl, attempt) => ({
    ChoosePayment: 'ATM',
    PaymentInfoURL: `${publicUrl}${callbackPaths.number}`,
    ExpireDate: String(numberTime('atm', attempt)),
  }),
  cvs: (publicUrl, attempt) => ({
    ChoosePayment: 'CVS',
    PaymentInfoURL: `${publicUrl}${callbackPaths.number}`,
    StoreExpireDate: String(numberTime('cvs', attempt)),
  }),
  barcode: (publicUrl, attempt) => ({
    ChoosePayment: 'BARCODE',
    PaymentInfoURL: `${publicUrl}${callbackPaths.number}`,
    StoreExpireDate: String(numberTime('barcode', attempt)),
  }),
}

/** The form that the browser posts to ECPay's checkout page. */
export function createAioForm(
  account: EcpayAccount,
  attempt: FormAttempt,
  publicUrl: string,
): { action: string; fields: Record<string, string> } {
  const fields = {
    MerchantID: account.merchantId,
    MerchantTradeNo: attempt.tradeNo,
    MerchantTradeDate: toTaipeiTime(attempt.startedAt),
    PaymentType: 'aio',
    TotalAmount: String(attempt.amount),
    TradeDesc: 'MinMin 團購訂單',
    ItemName: toItemName(attempt.items),
    ReturnURL: `${publicUrl}${callbackPaths.notify}`,
    NeedExtraPaidInfo: 'Y',
    EncryptType: '1',
    CustomField1: signOrderId(account, attempt.orderId),
    ClientBackURL: publicUrl + fragmentAddress(language(), '/main/order'),
    ...ownFields[attempt.method](publicUrl, attempt),
  }
  return { action: `${account.url}/Cashier/AioCheckOut/V5`, fields: sign(fields, account) }
}

const idLength = 20
const macLength = 28

/** Our own field: the order, and a MAC by which the browser's return is believed. */
function signOrderId(account: EcpayAccount, orderId: string): string {
  return `${orderId}.${macOf(account, orderId)}`
}

/** The order of a field of ours that came back; undefined for a forged one. */
export function readSignedOrderId(account: EcpayAccount, field: string): string | undefined {
  if (field.length !== idLength + 1 + macLength) return undefined
  const orderId = field.slice(0, idLength)
  const given = Buffer.from(field)
  const expected = Buffer.from(signOrderId(account, orderId))
  return given.length === expected.length && timingSafeEqual(given, expected) ? orderId : undefined
}

function macOf({ hashKey, hashIv }: EcpayAccount, orderId: string): string {
  const mac = createHmac('sha256', `${hashKey}${hashIv}`).update(`return of ${orderId}`)
  return mac.digest('hex').slice(0, macLength)
}

const maxCharacters = 200

/** The titles with their quantities; signs that make ECPay refuse the form become spaces. */
export function toItemName(items: readonly { title: string; qty: number }[]): string {
  const text = items.map(({ title, qty }) => `${clean(title)} x${qty}`).join('#')
  // ECPay would cut within a character.
  return Array.from(text).slice(0, maxCharacters).join('')
}

function clean(title: string): string {
  const cleaned = title.replace(/[^\p{L}\p{N} \-().]/gu, ' ').replace(/ +/g, ' ')
  return cleaned.trim() || '商品'
}
