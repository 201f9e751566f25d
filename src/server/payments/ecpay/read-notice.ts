import { checkMacValue } from '../../ecpay/check-mac-value.ts'
import { type Fields, readAmount, readSignedFields } from '../../ecpay/signed-fields.ts'
import { parseTaipeiTime } from '../../ecpay/taipei-time.ts'
import { shorten } from '../../input/shorten.ts'
import type { CallbackReading, GatewayMessage, PaymentNews } from '../payment-provider.ts'
import type { EcpayAccount } from './ecpay-account.ts'

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
  kind: GatewayMessage['kind'],
): CallbackReading {
  const fields = readSignedFields(account, raw)
  if (typeof fields === 'string') return refused(fields)
  if (!isNotice(fields)) return refused('RtnCode Error')
  const tradeNo = fields.MerchantTradeNo
  if (!tradeNo) return refused('MerchantTradeNo Error')
  const news = kind === 'number' ? readNumber(fields) : readResult(fields)
  if (!news) return refused('Format Error')
  const digest = checkMacValue(fields, account)
  return { type: 'believed', tradeNo, news, digest }
}

const refused = (reason: string): CallbackReading => ({ type: 'refused', reason })

/** A result has a code; the form that we sign for a browser has none, and says where to answer. */
export function isNotice(fields: Fields): boolean {
  return fields.RtnCode !== undefined && fields.ReturnURL === undefined
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
