const aheadMs = 8 * 60 * 60 * 1_000
const two = (n: number) => String(n).padStart(2, '0')

/**
 * The clock of Taipei, which is UTC+8 the whole year, as the UTC fields of a date. Not by Intl, whose
 * first formatter takes 9 MB of a server for good, and a browser 10 ms.
 */
function toTaipei(instant: Date | number): Date {
  return new Date(Number(instant) + aheadMs)
}

/** `2026/11/21` in Taipei; a number is epoch milliseconds. */
export function taipeiDay(instant: Date | number): string {
  const at = toTaipei(instant)
  return `${at.getUTCFullYear()}/${two(at.getUTCMonth() + 1)}/${two(at.getUTCDate())}`
}

/** `14:05` in Taipei; a number is epoch milliseconds. */
export function taipeiTimeOfDay(instant: Date | number): string {
  const at = toTaipei(instant)
  return `${two(at.getUTCHours())}:${two(at.getUTCMinutes())}`
}

/** `2026/11/21 14:05` in Taipei; a number is epoch milliseconds. */
export function taipeiTime(instant: Date | number): string {
  return `${taipeiDay(instant)} ${taipeiTimeOfDay(instant)}`
}

/** Whether `2026-02-28` names a day of the calendar. */
export function isDay(text: string): boolean {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text)
}
