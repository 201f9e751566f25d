import { t } from './translate.ts'

const aheadMs = 8 * 60 * 60 * 1_000
/** Day of the month after a period on which its invoices can be made void for the last time. */
const lastVoidDay = 13

/** Midnight of Taipei on a day; `month` counts from 0 and may be beyond 11. */
function taipeiMidnight(year: number, month: number, day: number): Date {
  return new Date(Date.UTC(year, month, day) - aheadMs)
}

/** The two months of Taipei that an instant is in, by their first: `2026-11` for November and December. */
export function invoicePeriodOf(instant: Date): string {
  const at = new Date(instant.getTime() + aheadMs)
  return periodName(at.getUTCFullYear(), Math.floor(at.getUTCMonth() / 2) * 2)
}

/** Whether `2026-11` names two months: its month is odd. */
export function isInvoicePeriod(text: string): boolean {
  return /^\d{4}-(?:0[13579]|11)$/.test(text)
}

/** Begin and end of a period; the end is the begin of the next one. */
export function invoicePeriodBounds(period: string): { from: Date; until: Date } {
  const { year, month } = partsOf(period)
  return { from: taipeiMidnight(year, month, 1), until: taipeiMidnight(year, month + 2, 1) }
}

/** The periods up to the one that an instant is in, newest first. */
export function lastInvoicePeriods(instant: Date, count: number): string[] {
  const { year, month } = partsOf(invoicePeriodOf(instant))
  return Array.from({ length: count }, (_, back) => {
    const first = new Date(Date.UTC(year, month - 2 * back, 1))
    return periodName(first.getUTCFullYear(), first.getUTCMonth())
  })
}

/** Until then, and no longer, an invoice can be made void (作廢): the end of the 13th after its period. */
export function voidableUntil(issuedAt: Date): Date {
  const { year, month } = partsOf(invoicePeriodOf(issuedAt))
  return taipeiMidnight(year, month + 2, lastVoidDay + 1)
}

/** 「2026 年 11–12 月」 */
export function invoicePeriodLabel(period: string): string {
  const { year, month } = partsOf(period)
  return t('{year} 年 {from}–{to} 月', { year, from: month + 1, to: month + 2 })
}

function partsOf(period: string): { year: number; month: number } {
  const [year = 0, month = 1] = period.split('-').map(Number)
  return { year, month: month - 1 }
}

function periodName(year: number, month: number): string {
  return `${year}-${String(month + 1).padStart(2, '0')}`
}
