import { useEffect, useRef, useState } from 'react'
import { t } from '#contract/translate.ts'
import { useIsDocument } from '../ui/use-is-document.ts'
import { serverTimeMs } from './server-clock.ts'
import { announcementBetween, timeLeft, timeLeftText, twoDigits } from './time-left.ts'

/** The server's time in epoch milliseconds, as a state that changes each second. */
function useServerTime(): number {
  const [now, setNow] = useState(serverTimeMs)
  useEffect(() => {
    const timer = setInterval(() => setNow(serverTimeMs()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return now
}

interface CountdownProps {
  /** In epoch seconds. */
  endsAt: number
  /** Screen reader announcement at the end. */
  atEnd?: string
}

/** Days, hours, minutes and seconds until `endsAt`; the numbers change in place. */
export function Countdown({ endsAt, atEnd = t('已截止') }: CountdownProps) {
  const now = useServerTime()
  const left = timeLeft(endsAt * 1000, now)
  const parts = [
    ...(left.days > 0 ? [{ name: t('天'), value: String(left.days) }] : []),
    { name: t('時'), value: twoDigits(left.hours) },
    { name: t('分'), value: twoDigits(left.minutes) },
    { name: t('秒'), value: twoDigits(left.seconds) },
  ]
  const isLastHour = left.days === 0 && left.hours === 0
  // A document is kept for a while, and without script nothing counts down: only its room is there.
  return (
    <div className={useIsDocument() ? 'invisible' : ''}>
      <div role="timer" aria-live="off">
        <span className="sr-only">{timeLeftText(left)}</span>
        <span aria-hidden="true" className="flex flex-wrap gap-2">
          {parts.map(({ name, value }) => (
            <span
              key={name}
              className="grid min-w-13 justify-items-center rounded-lg border border-line px-2 py-1.5"
            >
              <span
                className={`text-xl leading-title font-semibold tabular-nums ${isLastHour ? 'text-danger' : ''}`}
              >
                {value}
              </span>
              <span className="text-sm leading-title text-ink-muted">{name}</span>
            </span>
          ))}
        </span>
      </div>
      <Announcement seconds={Math.ceil((endsAt * 1000 - now) / 1000)} atEnd={atEnd} />
    </div>
  )
}

/** Says the last hour, ten minutes, minute and the end, and nothing in between. */
function Announcement({ seconds, atEnd }: { seconds: number; atEnd: string }) {
  const before = useRef(seconds)
  const [text, setText] = useState('')
  useEffect(() => {
    const next = announcementBetween(before.current, seconds, atEnd)
    before.current = seconds
    if (next) setText(next)
  }, [seconds, atEnd])
  return (
    <span role="status" className="sr-only">
      {text}
    </span>
  )
}
