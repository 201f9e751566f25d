import type { Account } from './account.ts'
import type { CardTrade } from './card-trade.ts'
import { type Fields, sign } from './check-mac-value.ts'
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

/** The body of one delivery, signed. */
export function noticeBody(notice: Notice, variant: Variant, account: Account): string {
  const fields = { ...notice.fields }
  const isRepeat = notice.deliveries.length > 0
  if (isRepeat && fields.RtnCode === '1') fields.RtnMsg = 'paid'
  if (variant === 'other-amount') fields.TradeAmt = String(Number(fields.TradeAmt) + 1)
  const signed = sign(fields, account)
  if (variant === 'wrong-mac') signed.CheckMacValue = '0'.repeat(64)
  if (variant !== 'unescaped') return new URLSearchParams(signed).toString()
  return Object.entries(signed)
    .map(([name, value]) => `${name}=${value.replaceAll(/[&=+%]/g, encodeURIComponent)}`)
    .join('&')
}
