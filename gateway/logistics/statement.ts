import { toCsv } from '../settlement.ts'
import { toTaipeiDay, toTaipeiTime } from '../taipei-time.ts'
import { rulesOf } from './carriers.ts'
import { collectionFee, type Parcel, paidOutAt } from './parcel.ts'

/** Names of our own: those of ECPay could not be established. */
const header = [
  '物流編號',
  '廠商交易編號',
  '物流類型',
  '訂單日期',
  '物流費用',
  '代收金額',
  '代收手續費',
  '撥款日期',
  '撥款金額',
]

const pageRows = 300

export const statementDays = ['order', 'fee', 'payout'] as const

export interface StatementRequest {
  /** The kind of day that the days are; the fee is taken on the day of the order. */
  day: (typeof statementDays)[number]
  from: string
  to: string
  page: number
}

type Row = (string | number)[]

/** Fees and collected sums of parcels, the oldest first, 300 a page. */
export function statement(
  parcels: Parcel[],
  { day, from, to, page }: StatementRequest,
  now: Date,
): { csv: string; rows: Record<string, string | number>[] } {
  const chosen = parcels.toReversed().filter((parcel) => {
    const at = day === 'payout' ? paidOutAt(parcel, now) : parcel.createdAt
    return at !== undefined && toTaipeiDay(at) >= from && toTaipeiDay(at) <= to
  })
  const lines = chosen.slice((page - 1) * pageRows, page * pageRows).map((parcel): Row => {
    const at = paidOutAt(parcel, now)
    const fee = collectionFee(parcel)
    return [
      parcel.logisticsId,
      parcel.merchantTradeNo,
      parcel.carrier,
      toTaipeiTime(parcel.createdAt),
      rulesOf(parcel.carrier).fee,
      parcel.collects,
      fee,
      at ? toTaipeiDay(at) : '',
      at ? parcel.collects - fee : 0,
    ]
  })
  const rows = lines.map((line) =>
    Object.fromEntries(header.map((name, at) => [name, line[at] ?? ''])),
  )
  return { csv: toCsv(header, lines), rows }
}
