let dayFormat: Intl.DateTimeFormat | undefined
let timeFormat: Intl.DateTimeFormat | undefined

/** Made where a date is shown: the first one takes a browser 10 ms and more. */
function day(ms: number): string {
  dayFormat ??= new Intl.DateTimeFormat('zh-TW', {
    timeZone: 'Asia/Taipei',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  return dayFormat.format(ms)
}

function time(ms: number): string {
  timeFormat ??= new Intl.DateTimeFormat('zh-TW', {
    timeZone: 'Asia/Taipei',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  return timeFormat.format(ms)
}

/** `2026/11/21`, of epoch milliseconds. */
export function formatDay(ms: number): string {
  return day(ms)
}

/** `2026/11/21`, of a time of the API. */
export function formatTimeDay(timestamp: number): string {
  return day(timestampMs(timestamp))
}

/** `2026/11/21 14:05`, of a time of the API. */
export function formatDateTime(timestamp: number): string {
  const ms = timestampMs(timestamp)
  return `${day(ms)} ${time(ms)}`
}

/** A time of the API as the lists show it: one in seconds has the time of day with it. */
export function formatTimestamp(timestamp: number): string {
  return isMilliseconds(timestamp) ? formatDay(timestamp) : formatDateTime(timestamp)
}

/** A time of 13 digits is in milliseconds, any other in seconds. */
function timestampMs(timestamp: number): number {
  return isMilliseconds(timestamp) ? timestamp : timestamp * 1000
}

function isMilliseconds(timestamp: number): boolean {
  return String(timestamp).length === 13
}
