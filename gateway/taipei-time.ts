// Asia/Taipei is UTC+8 the whole year.
const offsetMs = 8 * 3_600_000
export const minuteMs = 60_000
export const dayMs = 24 * 60 * minuteMs

/** The local date and time in ISO form. */
function inTaipei(at: Date): string {
  return new Date(at.getTime() + offsetMs).toISOString()
}

/** `yyyy-MM-dd` */
export function toTaipeiDay(at: Date): string {
  return inTaipei(at).slice(0, 10)
}

/** `yyyy/MM/dd` */
export function toTaipeiDate(at: Date): string {
  return toTaipeiDay(at).replaceAll('-', '/')
}

/** `yyyy/MM/dd HH:mm:ss` */
export function toTaipeiTime(at: Date): string {
  return `${toTaipeiDate(at)} ${inTaipei(at).slice(11, 19)}`
}

/** The instant of a time of the day (`HH:mm:ss`), on the day of `at` in Taipei. */
export function onTaipeiDay(at: Date, time: string): Date {
  return new Date(`${toTaipeiDay(at)}T${time}+08:00`)
}

export function addMs(at: Date, ms: number): Date {
  return new Date(at.getTime() + ms)
}

/** The next instant after `at` at which clocks in Taipei show `time` (`HH:mm:ss`). */
export function nextTaipeiTime(at: Date, time: string): Date {
  const today = onTaipeiDay(at, time)
  return today > at ? today : addMs(today, dayMs)
}

/** The time at which money is paid out: 14:00 of the next day that is no Saturday and no Sunday. */
export function payoutAt(after: Date): Date {
  let at = addMs(onTaipeiDay(after, '14:00:00'), dayMs)
  // In Taipei 14:00 is 06:00 UTC, so it is the same day of the week.
  while (at.getUTCDay() === 0 || at.getUTCDay() === 6) at = addMs(at, dayMs)
  return at
}
