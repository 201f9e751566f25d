import type { Fields } from '../check-mac-value.ts'
import type { Fault } from '../faults.ts'
import type { Gateway } from '../gateway.ts'
import { customFields, noticeFields } from '../notice-fields.ts'
import { minuteMs, toTaipeiTime } from '../taipei-time.ts'
import { feeOf, paymentType, type Trade } from '../trade.ts'
import { formAnswer, type RegisterPaymentCall, signedFields, textAnswer } from './shop-call.ts'

const validMs = 3 * minuteMs

/** Asking for a trade, and for a number that was issued. */
export function registerQueryRoutes(gateway: Gateway, register: RegisterPaymentCall): void {
  register('/Cashier/QueryTradeInfo/V5', ({ fields, account, found, fault }) => {
    if (!isRecent(fields.TimeStamp, fault)) return textAnswer('0|TimeStamp Error')
    return formAnswer(signedFields(tradeFields(gateway, fields, found), account, fault))
  })
  register('/Cashier/QueryPaymentInfo', ({ fields, account, found, fault }) => {
    if (!isRecent(fields.TimeStamp, fault)) return textAnswer('0|TimeStamp Error')
    if (found?.stage !== 'issued') return textAnswer('0|No Payment Info')
    const told = noticeFields(found, 'number', gateway.clock.now(), account)
    return formAnswer(signedFields(told, account, fault))
  })
}

/** Counted by the real clock: the shop's does not move with the gateway's. */
export function isRecent(seconds: string | undefined, fault: Fault): boolean {
  const isNear = Math.abs(Date.now() - Number(seconds) * 1000) <= validMs
  return /^\d{1,12}$/.test(seconds ?? '') && isNear && fault !== 'clock'
}

function tradeFields({ account }: Gateway, asked: Fields, trade: Trade | undefined): Fields {
  return {
    MerchantID: account.merchantId,
    MerchantTradeNo: asked.MerchantTradeNo ?? '',
    TradeNo: trade?.tradeNo ?? '',
    TradeAmt: String(trade?.amount ?? 0),
    PaymentDate: trade?.paidAt ? toTaipeiTime(trade.paidAt) : '',
    PaymentType: trade ? paymentType(trade.method) : '',
    HandlingCharge: trade?.stage === 'paid' ? String(feeOf(trade)) : '0',
    TradeDate: trade ? toTaipeiTime(trade.createdAt) : '',
    TradeStatus: tradeStatus(trade),
    ItemName: trade?.form.ItemName ?? '',
    ...customFields(trade?.form ?? {}),
  }
}

/** Paid, unknown, given up by the shopper, or not paid. */
function tradeStatus(trade: Trade | undefined): string {
  if (!trade) return '10200047'
  if (trade.stage === 'paid') return '1'
  return trade.stage === 'left' ? '10200095' : '0'
}
