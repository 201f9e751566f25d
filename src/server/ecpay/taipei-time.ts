/** Taipei is UTC+8 the whole year. */
const offset = '+08:00'
const offsetMs = 8 * 60 * 60_000
const pattern = /^(2\d{3})\/(\d{2})\/(\d{2})(?: (\d{2}):(\d{2}):(\d{2}))?$/

/** `yyyy/MM/dd HH:mm:ss`, as ECPay writes its times. */
export function toTaipeiTime(instant: Date): string {
  const local = new Date(instant.getTime() + offsetMs).toISOString()
  return local.slice(0, 19).replaceAll('-', '/').replace('T', ' ')
}

/** A date without a time means its last second. Undefined for what is no time of ours. */
export function parseTaipeiTime(text: string): Date | undefined {
  const match = pattern.exec(text)
  if (!match) return undefined
  const [, year, month, day, hour = '23', minute = '59', second = '59'] = match
  const instant = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}${offset}`)
  return Number.isNaN(instant.getTime()) ? undefined : instant
}

/** The instant at this time (`HH:mm:ss`) of the day, in Taipei, that is `days` after the given one. */
export function taipeiDayTime(instant: Date, time: string, days = 0): Date {
  const local = new Date(instant.getTime() + offsetMs + days * 24 * 60 * 60_000)
  return new Date(`${local.toISOString().slice(0, 10)}T${time}${offset}`)
}
