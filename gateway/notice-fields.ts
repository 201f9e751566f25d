import { type Account, accountOf } from './account.ts'
import type { CardTrade } from './card-trade.ts'
import { type Fields, forge, sign, withOtherAmount } from './check-mac-value.ts'
import type { Notice, NoticeKind, Variant } from './notice.ts'
import { toTaipeiTime } from './taipei-time.ts'
import { feeOf, paymentType, type Trade } from './trade.ts'

/** Unsigned fields of a callback and the browser's return. */
export function noticeFields(trade: Trade, kind: NoticeKind, at: Date, account: Account): Fields {
  const { form, merchantTradeNo, tradeNo, amount, method, createdAt } = trade
  const common: Fields = {
    MerchantID: account.merchantId,
    MerchantTradeNo: merchantTradeNo,
    StoreID: form.StoreID ?? '',
    TradeNo: tradeNo,
    TradeAmt: String(amount),
    PaymentType: paymentType(method),
    TradeDate: toTaipeiTime(createdAt),
    ...customFields(form),
  }
  if (kind === 'number') return { ...common, ...numberFields(trade) }
  const isRefused = kind === 'refused'
  return {
    ...common,
    RtnCode: isRefused ? '10100248' : '1',
    RtnMsg: isRefused ? '拒絕交易，請洽發卡銀行' : '交易成功',
    PaymentDate: toTaipeiTime(at),
    PaymentTypeChargeFee: isRefused ? '0' : String(feeOf(trade)),
    SimulatePaid: kind === 'simulated' ? '1' : '0',
    ...(form.NeedExtraPaidInfo === 'Y' && trade.card && extraFields(trade.card)),
  }
}

export function customFields(form: Fields): Fields {
  const names = ['CustomField1', 'CustomField2', 'CustomField3', 'CustomField4']
  return Object.fromEntries(names.map((name) => [name, form[name] ?? '']))
}

function numberFields({ method, number }: Trade): Fields {
  const isAtm = method === 'ATM'
  return {
    RtnCode: isAtm ? '2' : '10100073',
    RtnMsg: isAtm ? 'Get VirtualAccount Succeeded' : 'Get CVS Code Succeeded.',
    ...number?.fields,
  }
}

function extraFields(card: CardTrade): Fields {
  return {
    gwsr: card.gwsr,
    process_date: toTaipeiTime(card.authorisedAt),
    auth_code: card.authCode,
    amount: String(card.amount),
    eci: '5',
    card4no: '2222',
    card6no: '431195',
  }
}

/** A code that no list of codes has. */
const unknownCode = '99990001'

/** The body of one delivery, signed for the account that it names. */
export function noticeBody(notice: Notice, variant: Variant): string {
  const isOther = variant === 'other-amount'
  const fields = isOther ? withOtherAmount(notice.fields) : { ...notice.fields }
  const isRepeat = notice.deliveries.length > 0
  if (isRepeat && fields.RtnCode === '1') fields.RtnMsg = 'paid'
  if (variant === 'unknown-code') fields.RtnCode = unknownCode
  const rightly = sign(fields, accountOf(fields))
  const signed = variant === 'wrong-mac' ? forge(rightly) : rightly
  if (variant !== 'unescaped') return new URLSearchParams(signed).toString()
  return Object.entries(signed)
    .map(([name, value]) => `${name}=${value.replaceAll(/[&=+%]/g, encodeURIComponent)}`)
    .join('&')
}
