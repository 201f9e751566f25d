const inTaipei = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('zh-TW', { timeZone: 'Asia/Taipei', ...options })

const formats = {
  hour: inTaipei({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }),
  day: inTaipei({ month: '2-digit', day: '2-digit' }),
  month: inTaipei({ year: 'numeric', month: '2-digit' }),
}

/** `14:00`, `11/21` or `2026/11`, of epoch seconds. */
export function pointLabel(at: number, unit: keyof typeof formats): string {
  return formats[unit].format(at * 1000)
}
