import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'accent' | 'sage' | 'warn' | 'danger'

const tones: Record<BadgeTone, string> = {
  neutral: 'bg-sand text-ink-muted',
  accent: 'bg-accent-soft text-accent-strong',
  sage: 'bg-sage-soft text-sage',
  warn: 'bg-warn-soft text-warn',
  danger: 'bg-danger-soft text-danger',
}

/** A state in a word or two. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex shrink-0 items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

/** A small number at a link; nothing at zero. */
export function CountBadge({ count, unit }: { count: number; unit: string }) {
  if (count === 0) return null
  return (
    <span className="inline-grid h-5 min-w-5 place-items-center rounded-full bg-accent px-1.5 text-sm leading-none font-medium text-on-accent tabular-nums">
      {count}
      <span className="sr-only">{unit}</span>
    </span>
  )
}
