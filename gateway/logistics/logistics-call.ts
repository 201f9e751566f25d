import { type LogisticsAccount, logisticsAccounts } from '../account.ts'
import type { Fields } from '../check-mac-value.ts'
import type { Answer } from '../faults.ts'
import type { Gateway } from '../gateway.ts'
import { type RegisterCall, type Service, type ShopCall, textAnswer } from '../routes/shop-call.ts'
import type { Parcel } from './parcel.ts'

export type LogisticsCall = ShopCall<Parcel, LogisticsAccount>
export type RegisterLogisticsCall = RegisterCall<Parcel, LogisticsAccount>

const callsInASecond = 10

export function createLogistics(): Service<Parcel, LogisticsAccount> {
  const isTooFast = createRateLimit()
  return {
    accounts: logisticsAccounts,
    find,
    isTooFast: ({ settings }) => isTooFast() && settings.limitsCalls,
  }
}

function find({ parcels }: Gateway, fields: Fields): Parcel | undefined {
  const { MerchantID, AllPayLogisticsID, MerchantTradeNo } = fields
  const parcel = AllPayLogisticsID
    ? parcels.findByLogisticsId(AllPayLogisticsID)
    : parcels.find(MerchantTradeNo ?? '')
  return parcel?.merchantId === MerchantID ? parcel : undefined
}

/** Counted by the real clock, as the shop's calls are. */
function createRateLimit(): () => boolean {
  let recent: number[] = []
  return () => {
    const now = performance.now()
    recent = [...recent.filter((at) => now - at < 1000), now]
    return recent.length > callsInASecond
  }
}

export function refuse(reason: string): Answer {
  return textAnswer(`0|${reason}`)
}

export const done = textAnswer('1|OK')
export const unknownParcel = refuse('查無物流訂單')

/** The numbers that a store knows a parcel by, as far as it has them. */
export function hasItsNumbers({ numbers }: Parcel, fields: Fields): boolean {
  return (['CVSPaymentNo', 'CVSValidationNo'] as const).every(
    (name) => (fields[name] ?? '') === (numbers[name] ?? ''),
  )
}
