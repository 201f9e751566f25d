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
      className={`inline-flex shrink-0 items-center gap-1 rounded-pill px-2.5 py-0.5 text-sm font-medium whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}
