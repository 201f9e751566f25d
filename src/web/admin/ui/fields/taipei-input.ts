/** Taiwan has no summer time. */
const taipeiOffsetMs = 8 * 60 * 60 * 1_000

/** A time of the API in milliseconds; other clients write seconds. */
export function timeMs(time: number): number {
  return time < 1e11 ? time * 1000 : time
}

/** `2026-11-30` in Taipei, as a field `date` holds it, of a time of the API. */
export function toTaipeiDay(time: number): string {
  return new Date(timeMs(time) + taipeiOffsetMs).toISOString().slice(0, 10)
}

/** `2026-11-30T23:59` in Taipei, as a field `datetime-local` holds it, of epoch seconds. */
export function toTaipeiInput(seconds: number | undefined): string {
  if (seconds === undefined) return ''
  return new Date(seconds * 1_000 + taipeiOffsetMs).toISOString().slice(0, 16)
}

/** Epoch seconds of such a text; null for an empty field and for no time at all. */
export function fromTaipeiInput(text: string): number | null {
  // Browsers read much more than this as a date.
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text)) return null
  const ms = Date.parse(`${text}:00+08:00`)
  return Number.isNaN(ms) ? null : ms / 1_000
}

/** The first millisecond of a day in Taipei. */
export function startOfTaipeiDay(day: string): number {
  return Date.parse(`${day}T00:00:00.000+08:00`)
}

/** The last millisecond of a day in Taipei. */
export function endOfTaipeiDay(day: string): number {
  return Date.parse(`${day}T23:59:59.999+08:00`)
}

/** The instant of a day's field; that of a day that nobody changed is sent back as it came. */
export function dayInstant(
  day: string,
  known: number | null | undefined,
  instantOf: (day: string) => number,
): number | '' {
  if (day === '') return ''
  return known && toTaipeiDay(known) === day ? known : instantOf(day)
}
