import { fromTaipeiInput, toTaipeiInput } from '../../ui/fields/taipei-input.ts'

/** A time that many campaigns have; `at` gives it as the field holds it, `now` in milliseconds. */
export interface OfferedTime {
  label: string
  at: (now: number) => string
}

const dayMs = 86_400_000
const onDay = (ms: number, time: string) => `${toTaipeiInput(ms / 1_000).slice(0, 10)}T${time}`

export const offeredStarts: readonly OfferedTime[] = [
  { label: '現在', at: (now) => toTaipeiInput(now / 1_000) },
  { label: '明天 10:00', at: (now) => onDay(now + dayMs, '10:00') },
]

/** Counted from the opening where it is still to come; an authorised card lasts `mostDays`. */
export function offeredEnds(starts: string, mostDays = 14): OfferedTime[] {
  return ([3, 7, 14] as const)
    .filter((days) => days <= mostDays)
    .map((days) => ({
      label: `${{ 3: '三', 7: '七', 14: '十四' }[days]}天後 22:00`,
      at: (now) =>
        onDay(Math.max(now, (fromTaipeiInput(starts) ?? 0) * 1_000) + days * dayMs, '22:00'),
    }))
}

export function startWords(starts: string, now: number): string {
  const at = fromTaipeiInput(starts)
  if (at === null) return '台北時間'
  return at * 1_000 <= now ? '發布後立刻開團' : `${dayWords(at)}開團（台北時間）`
}

export function endWords(ends: string, starts: string, now: number): string {
  const at = fromTaipeiInput(ends)
  if (at === null) return '台北時間'
  const begins = Math.max(now / 1_000, fromTaipeiInput(starts) ?? 0)
  if (at <= begins) return '截止時間要在開團與現在之後'
  const hours = Math.round((at - begins) / 3_600)
  const lasting = hours < 48 ? `${Math.max(1, hours)} 小時` : `${Math.round(hours / 24)} 天`
  return `${dayWords(at)}截止，開團約 ${lasting}（台北時間）`
}

/** `12 月 6 日（日）22:00 `, of epoch seconds. */
function dayWords(seconds: number): string {
  const [day = '', time = ''] = toTaipeiInput(seconds).split('T')
  const [, month, date] = day.split('-').map(Number)
  return `${month} 月 ${date} 日（${'日一二三四五六'[new Date(day).getUTCDay()]}）${time} `
}
