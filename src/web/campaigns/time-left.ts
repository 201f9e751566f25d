import { t } from '#contract/translate.ts'
export interface TimeLeft {
  days: number
  hours: number
  minutes: number
  seconds: number
  isOver: boolean
}

/** From now to the end, both in epoch milliseconds. */
export function timeLeft(endMs: number, nowMs: number): TimeLeft {
  const total = Math.max(0, Math.ceil((endMs - nowMs) / 1000))
  return {
    days: Math.floor(total / 86_400),
    hours: Math.floor(total / 3_600) % 24,
    minutes: Math.floor(total / 60) % 60,
    seconds: total % 60,
    isOver: total === 0,
  }
}

export function twoDigits(number: number): string {
  return String(number).padStart(2, '0')
}

/** 「還剩 3 天 07:42:16」, on the last day without the days. */
export function timeLeftText({ days, hours, minutes, seconds }: TimeLeft): string {
  const clock = [hours, minutes, seconds].map(twoDigits).join(':')
  return days > 0 ? t('還剩 {days} 天 {clock}', { days, clock }) : t('還剩 {clock}', { clock })
}

/** For a card, which is not counted down: 「還剩 3 天」, 「還剩 5 小時」. */
export function roughTimeLeft({ days, hours, minutes, isOver }: TimeLeft): string {
  if (isOver) return t('已截止')
  if (days > 0) return t('還剩 {days} 天', { days })
  if (hours > 0) return t('還剩 {hours} 小時', { hours })
  return t('還剩 {max} 分鐘', { max: Math.max(1, minutes) })
}

const announced = [
  { seconds: 3_600, text: '還剩 1 小時' },
  { seconds: 600, text: '還剩 10 分鐘' },
  { seconds: 60, text: '還剩 1 分鐘' },
]

/**
 * Screen reader announcement when the time left falls from one number of seconds to another;
 * `atEnd` is what the end of the countdown means.
 */
export function announcementBetween(
  before: number,
  after: number,
  atEnd: string,
): string | undefined {
  const moments = [...announced, { seconds: 0, text: atEnd }]
  return t(moments.find(({ seconds }) => before > seconds && after <= seconds)?.text)
}
