import type { ReportRange } from '#contract/reports.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'

/** Taipei has had no summer time since 1979. */
const taipeiMs = 8 * 60 * 60_000
const dayMs = 24 * 60 * 60_000
const maxDays = 366
const maxDailyPoints = 92

export type PointUnit = 'hour' | 'day' | 'month'

/** Instants in epoch milliseconds; the end is not part of it. */
export interface Span {
  start: number
  end: number
}

export interface Range extends Span {
  unit: PointUnit
  /** Span to compare with, up to the same moment while this one is unfinished. */
  before: Span
}

export interface RangeQuery {
  range?: ReportRange
  from?: string
  to?: string
}

/** The days of Taipei that a query names, `now` by the clock of the database. */
export function readRange({ range, from, to }: RangeQuery, now: number): Range {
  const span =
    from === undefined && to === undefined
      ? namedSpan(range ?? 'today', dayOf(now))
      : daysSpan(readDay(from, 'from'), readDay(to, 'to'))
  const isMonth = range === 'month' || range === 'last_month'
  return { ...span, unit: unitOf(span), before: spanBefore(span, now, isMonth) }
}

/** The beginning of each point of a range. */
export function pointStarts({ start, end, unit }: Span & { unit: PointUnit }): number[] {
  const starts: number[] = []
  for (let at = start; at < end; at = nextPoint(at, unit)) starts.push(at)
  return starts
}

export function toDay(instant: number): string {
  return new Date(instant + taipeiMs).toISOString().slice(0, 10)
}

function namedSpan(range: ReportRange, today: number): Span {
  switch (range) {
    case 'today':
      return { start: today, end: today + dayMs }
    case 'yesterday':
      return { start: today - dayMs, end: today }
    case '7d':
      return { start: today - 6 * dayMs, end: today + dayMs }
    case '30d':
      return { start: today - 29 * dayMs, end: today + dayMs }
    case 'month':
      return { start: monthOf(today, 0), end: monthOf(today, 1) }
    case 'last_month':
      return { start: monthOf(today, -1), end: monthOf(today, 0) }
  }
}

function daysSpan(first: number, last: number): Span {
  if (last < first) throw fieldError('to', 'to 不可早於 from')
  if (last - first >= maxDays * dayMs) throw new ShopError('REPORT_RANGE')
  return { start: first, end: last + dayMs }
}

function spanBefore({ start, end }: Span, now: number, isMonth: boolean): Span {
  const first = isMonth ? monthOf(start, -1) : start - (end - start)
  const isUnfinished = now < end && now >= start
  return { start: first, end: isUnfinished ? Math.min(first + (now - start), start) : start }
}

function unitOf({ start, end }: Span): PointUnit {
  const days = (end - start) / dayMs
  if (days <= 1) return 'hour'
  return days <= maxDailyPoints ? 'day' : 'month'
}

function nextPoint(at: number, unit: PointUnit): number {
  if (unit === 'hour') return at + 60 * 60_000
  return unit === 'day' ? at + dayMs : monthOf(at, 1)
}

/** The beginning of the day of Taipei. */
function dayOf(instant: number): number {
  return Math.floor((instant + taipeiMs) / dayMs) * dayMs - taipeiMs
}

/** The beginning of the month of Taipei, so many months further. */
function monthOf(instant: number, further: number): number {
  const date = new Date(instant + taipeiMs)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + further, 1) - taipeiMs
}

function readDay(text: string | undefined, field: string): number {
  const isWritten = /^[1-9]\d{3}-\d{2}-\d{2}$/.test(text ?? '')
  const at = isWritten ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  if (Number.isNaN(at) || new Date(at).toISOString().slice(0, 10) !== text) {
    throw fieldError(field, `${field} 格式錯誤`)
  }
  return at - taipeiMs
}
