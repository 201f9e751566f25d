/** Taipei has no summer time: its clocks are eight hours ahead all year. */
const taipeiAheadMs = 8 * 60 * 60 * 1000
const dayMs = 24 * 60 * 60 * 1000

/** A day of the calendar; `month` counts from 1. */
export interface CalendarDay {
  year: number
  month: number
  day: number
}

/** The day on which a moment (epoch milliseconds) falls in Taipei. */
export function taipeiDay(moment: number): CalendarDay {
  const shifted = new Date(moment + taipeiAheadMs)
  return {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
  }
}

/** The last millisecond of a day in Taipei: a coupon is good to the end of its day. */
export function endOfTaipeiDay({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day) + dayMs - 1 - taipeiAheadMs
}

/** The first millisecond of a day in Taipei. */
export function startOfTaipeiDay({ year, month, day }: CalendarDay): number {
  return Date.UTC(year, month - 1, day) - taipeiAheadMs
}

/** A coupon's expiry in milliseconds; other clients of the API write seconds. */
export function expiryMs(dueDate: number): number {
  return dueDate < 1e11 ? dueDate * 1000 : dueDate
}
