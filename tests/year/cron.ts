const minuteMs = 60_000

/** Whether a cron expression, in UTC, names a minute after `from` and not after `to`. */
export function firesWithin(cron: string, from: Date, to: Date): boolean {
  const first = Math.floor(from.getTime() / minuteMs) + 1
  const last = Math.floor(to.getTime() / minuteMs)
  for (let minute = first; minute <= last; minute++) {
    if (fires(cron, new Date(minute * minuteMs))) return true
  }
  return false
}

function fires(cron: string, at: Date): boolean {
  const parts = [at.getUTCMinutes(), at.getUTCHours(), at.getUTCDate()]
  const fields = cron.split(' ').slice(0, parts.length)
  return fields.every((field, index) => matches(field, parts[index] ?? 0))
}

/** A number, every one, or every so many. */
function matches(field: string, value: number): boolean {
  const [of = '', step] = field.split('/')
  if (step !== undefined) return value % Number(step) === 0
  return of === '*' || Number(of) === value
}
