import { checkMacValue, type SigningKeys } from '../../ecpay/check-mac-value.ts'
import { readSignedFields } from '../../ecpay/signed-fields.ts'
import { parseTaipeiTime } from '../../ecpay/taipei-time.ts'
import { shorten } from '../../input/shorten.ts'
import type { StateReading } from '../logistics-provider.ts'
import { numbersOf } from './numbers-of.ts'

/** Reads a callback about a parcel; an unknown code is believed when it is signed. */
export function readState(
  account: SigningKeys & { merchantId: string },
  raw: Buffer,
  merchant: string,
): StateReading {
  const fields = readSignedFields(account, raw)
  if (typeof fields === 'string') return { isValid: false, reason: fields }
  const { MerchantTradeNo: tradeNo, RtnCode: code, RtnMsg = '' } = fields
  // The form that we sign for a browser has no code.
  if (!code || !/^\d{1,10}$/.test(code)) return { isValid: false, reason: 'RtnCode Error' }
  if (!tradeNo) return { isValid: false, reason: 'MerchantTradeNo Error' }
  const at = parseTaipeiTime(fields.UpdateStatusDate ?? '')
  if (!at) return { isValid: false, reason: 'UpdateStatusDate Error' }
  return {
    isValid: true,
    tradeNo,
    merchant,
    numbers: numbersOf(fields),
    code,
    message: shorten(RtnMsg, 200),
    at,
    digest: checkMacValue(fields, account),
  }
}
