import type { ReactNode } from 'react'
import { useRevealed } from './use-scrolled-past.ts'

/**
 * A section that appears once the window is scrolled past a depth. It takes its space from the
 * start, so that nothing shifts; until it appears it is inert for keyboards and screen readers.
 */
export function Reveal({ after, children }: { after: number; children: ReactNode }) {
  const isRevealed = useRevealed(after)
  return (
    <div
      data-reveal-after={after}
      inert={!isRevealed}
      aria-hidden={!isRevealed}
      className={`transition-[opacity,translate] ${isRevealed ? '' : 'translate-y-4 opacity-0'}`}
    >
      {children}
    </div>
  )
}
