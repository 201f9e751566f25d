import type { ReactNode } from 'react'

/** A short fact that lies on a photograph. */
export function Chip({ children }: { children: ReactNode }) {
  return (
    <span className="rounded-pill bg-surface/95 px-2.5 py-1 text-sm leading-none font-medium text-accent-strong tabular-nums">
      {children}
    </span>
  )
}
