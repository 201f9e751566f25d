import { payoutAt, toTaipeiDay, toTaipeiTime } from './taipei-time.ts'
import { feeOf, methodName, type Trade } from './trade.ts'

const cardHeader = [
  '序號',
  '授權單號',
  '授權碼',
  '訂單編號',
  '交易日期',
  '請款日期',
  '交易金額',
  '服務費(%數)',
  '撥款金額',
]
/** Names of our own: those of ECPay's file for all methods could not be established. */
const tradeHeader = [
  '特店交易編號',
  '交易編號',
  '付款方式',
  '訂單日期',
  '付款日期',
  '交易金額',
  '手續費',
  '撥款金額',
]

/** The days of a file, `yyyy-MM-dd`, and the kind of day that they are. */
export interface Period {
  from: string
  to: string
  kind: string
}

/** Closed captures and refunds of cards. `kind` is `close` (the closing) or the day of the payout. */
export function cardSettlement(trades: Trade[], { from, to, kind }: Period, now: Date): string {
  const lines: (string | number)[][] = []
  for (const { card, form, createdAt } of trades) {
    for (const { amount, closedAt } of card?.closeEntries ?? []) {
      if (!card || !closedAt || now < payoutAt(closedAt)) continue
      const day = toTaipeiDay(kind === 'close' ? closedAt : payoutAt(closedAt))
      if (day < from || day > to) continue
      const fee = feeOf({ method: 'Credit', amount })
      lines.push([
        lines.length + 1,
        card.gwsr,
        card.authCode,
        form.MerchantTradeNo ?? '',
        toTaipeiTime(createdAt),
        toTaipeiTime(closedAt),
        amount,
        fee,
        amount - fee,
      ])
    }
  }
  return toCsv(cardHeader, lines)
}

/** Trades of all methods by `kind`: `2` the day of the payment, `4` of the payout, `6` of the order. */
export function tradeSettlement(trades: Trade[], { from, to, kind }: Period): string {
  const chosen = trades.filter((trade) => {
    const at = dayOf(trade, kind)
    return at !== undefined && toTaipeiDay(at) >= from && toTaipeiDay(at) <= to
  })
  const lines = chosen.map((trade) => {
    const fee = trade.paidAt ? feeOf(trade) : 0
    return [
      trade.merchantTradeNo,
      trade.tradeNo,
      methodName(trade.method),
      toTaipeiTime(trade.createdAt),
      trade.paidAt ? toTaipeiTime(trade.paidAt) : '',
      trade.amount,
      fee,
      trade.paidAt ? trade.amount - fee : 0,
    ]
  })
  return toCsv(tradeHeader, lines)
}

function dayOf({ createdAt, paidAt }: Trade, kind: string): Date | undefined {
  if (kind === '6') return createdAt
  return kind === '4' && paidAt ? payoutAt(paidAt) : paidAt
}

export function toCsv(header: string[], lines: (string | number)[][]): string {
  return `${[header, ...lines].map((cells) => cells.join(',')).join('\r\n')}\r\n`
}
