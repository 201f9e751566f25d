import { shorten } from '../../input/shorten.ts'
import type { CallbackReading, PaymentNews } from '../payment-provider.ts'
import { checkMacValue, hasValidMac } from './check-mac-value.ts'
import { type EcpayAccount, merchantOf } from './ecpay-account.ts'
import { parseTaipeiTime } from './taipei-time.ts'

type Fields = Readonly<Record<string, string>>

const paidCode = '1'
const accountIssued = '2'
const codeIssued = '10100073'

/**
 * Reads a callback from its raw bytes. Whatever has no valid MAC, names a parameter twice or is of
 * another shop is refused.
 */
export function readNotice(
  account: EcpayAccount,
  raw: Buffer,
  kind: 'notify' | 'number',
): CallbackReading {
  const fields = readSignedFields(account, raw)
  if (typeof fields === 'string') return { isValid: false, reason: fields }
  if (!isNotice(fields)) return { isValid: false, reason: 'RtnCode Error' }
  const tradeNo = fields.MerchantTradeNo
  if (!tradeNo) return { isValid: false, reason: 'MerchantTradeNo Error' }
  const news = kind === 'notify' ? readResult(fields) : readNumber(fields)
  if (!news) return { isValid: false, reason: 'Format Error' }
  const digest = checkMacValue(fields, account)
  return { isValid: true, tradeNo, merchant: merchantOf(account), news, digest }
}

/** A result has a code; the form that we sign for a browser has none, and says where to answer. */
export function isNotice(fields: Fields): boolean {
  return fields.RtnCode !== undefined && fields.ReturnURL === undefined
}

/** The fields, or why they are not believed. */
export function readSignedFields(account: EcpayAccount, raw: Buffer): Fields | string {
  const fields = parseForm(raw)
  if (!fields) return 'Format Error'
  if (!hasValidMac(fields, account)) return 'CheckMacValue Error'
  return fields.MerchantID === account.merchantId ? fields : 'MerchantID Error'
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Undefined for what is no text, has a parameter twice, or a NUL, which PostgreSQL does not store. */
export function parseForm(raw: Buffer): Fields | undefined {
  let text: string
  try {
    text = utf8.decode(raw)
  } catch {
    return undefined
  }
  const entries = [...new URLSearchParams(text)]
  const fields = new Map(entries)
  if (entries.some((entry) => entry.join('').includes('\0'))) return undefined
  return fields.size === entries.length ? Object.fromEntries(fields) : undefined
}

/** Never by RtnMsg, whose words change when a callback is repeated. */
function readResult(fields: Fields): PaymentNews | undefined {
  const message = readMessage(fields)
  if (fields.SimulatePaid === '1') return { type: 'simulated' }
  if (fields.RtnCode !== paidCode) return { type: 'refused', message }
  const amount = readAmount(fields.TradeAmt)
  if (amount === undefined || !fields.TradeNo) return undefined
  const { TradeNo: gatewayTradeNo, gwsr } = fields
  return { type: 'paid', amount, gatewayTradeNo, ...(gwsr && { authorisation: gwsr }) }
}

function readNumber(fields: Fields): PaymentNews | undefined {
  const dueAt = parseTaipeiTime(fields.ExpireDate ?? '')
  if (fields.RtnCode === accountIssued) {
    const { BankCode: bankCode = '', vAccount: account = '' } = fields
    return dueAt && { type: 'number_issued', dueAt, number: { bankCode, account } }
  }
  if (fields.RtnCode === codeIssued) {
    const barcodes = [fields.Barcode1, fields.Barcode2, fields.Barcode3].map((code) => code ?? '')
    const number = barcodes.every((code) => code !== '')
      ? { barcodes }
      : { code: fields.PaymentNo ?? '' }
    return dueAt && { type: 'number_issued', dueAt, number }
  }
  return { type: 'refused', message: readMessage(fields) }
}

/** For the owner to read. */
function readMessage({ RtnCode = '', RtnMsg = '' }: Fields): string {
  return `${shorten(RtnMsg, 200)} (${shorten(RtnCode, 20)})`
}

export function readAmount(text: string | undefined): number | undefined {
  return text !== undefined && /^\d{1,12}$/.test(text) ? Number(text) : undefined
}
