import type { MonthFigures } from '#contract/months.ts'

/** The lines of the sheet of sums, what is taken away below zero; `-0` would be shown as such. */
export function figureRows(figures: MonthFigures) {
  const { goods, discounts, fees, credit_used, received, refunded, credited, net } = figures
  const { issued, voided, allowed, paid_out, payout_fees } = figures
  const line = (word: string, value: number) => ({ word, value, isSum: false })
  const sum = (word: string, value: number) => ({ word, value, isSum: true })
  return [
    line('商品銷售額', goods),
    line('折扣', 0 - discounts),
    line('運費', fees),
    line('購物金與點數折抵', 0 - credit_used),
    sum('收款', received),
    line('退款', 0 - refunded),
    sum('淨收款', net),
    line('退為購物金', credited),
    line('開立發票', issued),
    line('作廢發票', 0 - voided),
    line('折讓', 0 - allowed),
    sum('發票淨額', issued - voided - allowed),
    line('金流撥款', paid_out),
    line('金流手續費', 0 - payout_fees),
    sum('撥款淨額', paid_out - payout_fees),
  ]
}
