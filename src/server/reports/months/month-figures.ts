import type { MonthFigures } from '#contract/months.ts'
import type { BookLine, MonthItems } from './months.queries.ts'

/** Money of the books and what it is made of: `goods - discounts + fees - credit` is the amount. */
export interface SplitLine extends BookLine {
  /** Below zero for what was withdrawn; of a refund it is what went out. */
  signed: number
  parts: { goods: number; discounts: number; fees: number; credit: number }
}

/**
 * Splits money that came in by the composition of its order. The first money of an order has all its
 * discounts, fees and credit; what comes later, for what a change has added, is of goods alone. So a
 * change moves nothing but goods, in whichever month it happens.
 */
export function splitLine(line: BookLine): SplitLine {
  const { kind, amount, held, total, goods } = line
  const nothing = { goods: 0, discounts: 0, fees: 0, credit: 0 }
  if (kind === 'refunded' || kind === 'credited') return { ...line, signed: amount, parts: nothing }
  const signed = kind === 'captured' ? amount : -amount
  const isWhole = held === (kind === 'captured' ? 0 : 1)
  if (!isWhole) return { ...line, signed, parts: { ...nothing, goods: signed } }
  const sign = kind === 'captured' ? 1 : -1
  const [fees, credit] = [sign * line.fees, sign * line.credit]
  const discounts = sign * (goods - total) + fees - credit
  return {
    ...line,
    signed,
    parts: { discounts, fees, credit, goods: signed + discounts - fees + credit },
  }
}

const sumOf = <Row>(rows: readonly Row[], read: (row: Row) => number) =>
  rows.reduce((sum, row) => sum + read(row), 0)

export function toFigures(lines: readonly SplitLine[], items: MonthItems): MonthFigures {
  const moved = (kind: BookLine['kind']) =>
    sumOf(lines, (line) => (line.kind === kind ? line.amount : 0))
  const received = moved('captured') - moved('withdrawn')
  const refunded = moved('refunded')
  return {
    goods: sumOf(lines, ({ parts }) => parts.goods),
    discounts: sumOf(lines, ({ parts }) => parts.discounts),
    fees: sumOf(lines, ({ parts }) => parts.fees),
    credit_used: sumOf(lines, ({ parts }) => parts.credit),
    received,
    refunded,
    credited: moved('credited'),
    net: received - refunded,
    issued: sumOf(items.invoices, ({ amount }) => amount),
    voided: sumOf(items.voids, ({ amount }) => amount),
    allowed: sumOf(items.allowances, ({ amount }) => amount),
    paid_out: sumOf(items.payouts, ({ amount }) => amount),
    payout_fees: sumOf(items.payouts, ({ fee }) => fee),
  }
}
