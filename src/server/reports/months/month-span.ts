import { monthText } from '#contract/months.ts'
import { ShopError } from '../../http/shop-error.ts'

/** Taipei has had no summer time since 1979. */
const taipeiMs = 8 * 60 * 60_000
/** Transactions that began before the end of a month have ended by then. */
const graceMs = 10 * 60_000

/** Instants in epoch milliseconds; the end is not part of it. */
export interface MonthSpan {
  month: string
  start: number
  end: number
}

/** The instants of a month of Taipei such as `2026-10`. */
export function spanOf(month: string): MonthSpan {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const at = (further: number) => Date.UTC(year, number - 1 + further, 1) - taipeiMs
  return { month, start: at(0), end: at(1) }
}

export const monthOf = (instant: number) => new Date(instant + taipeiMs).toISOString().slice(0, 7)

export const monthAfter = (month: string) => monthOf(spanOf(month).end)

export const hasEnded = (month: string, now: number) => now >= spanOf(month).end + graceMs

/** Months are closed one after the other, from the first one on that was closed. */
export function canClose(month: string, last: string | undefined, now: number): boolean {
  return hasEnded(month, now) && (last === undefined || month === monthAfter(last))
}

/** Throws MONTH_CLOSED or MONTH_NOT_ENDED for a month that cannot be closed. */
export function assertClosable(month: string, last: string | undefined, now: number): void {
  if (last !== undefined && month <= last) throw new ShopError('MONTH_CLOSED')
  if (!hasEnded(month, now)) throw new ShopError('MONTH_NOT_ENDED')
  if (!canClose(month, last, now)) {
    const message = `請先結 ${monthText(monthAfter(last ?? month))} 的帳`
    throw new ShopError('MONTH_NOT_ENDED', { message })
  }
}
