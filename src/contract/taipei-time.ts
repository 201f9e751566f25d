const timeZone = 'Asia/Taipei'
const day = new Intl.DateTimeFormat('zh-TW', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})
const timeOfDay = new Intl.DateTimeFormat('zh-TW', {
  timeZone,
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** `2026/11/21` in Taipei; a number is epoch milliseconds. */
export function taipeiDay(instant: Date | number): string {
  return day.format(instant)
}

/** `14:05` in Taipei; a number is epoch milliseconds. */
export function taipeiTimeOfDay(instant: Date | number): string {
  return timeOfDay.format(instant)
}

/** `2026/11/21 14:05` in Taipei; a number is epoch milliseconds. */
export function taipeiTime(instant: Date | number): string {
  return `${taipeiDay(instant)} ${taipeiTimeOfDay(instant)}`
}
