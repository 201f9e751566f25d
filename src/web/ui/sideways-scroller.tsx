import { ChevronLeft, ChevronRight } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'

interface SidewaysScrollerProps {
  children: ReactNode
  /** The selected item; it is scrolled into view when it or the number of items changes. */
  selected: string
  itemCount: number
}

/**
 * One row that scrolls sideways where it does not fit, so that nothing below moves when more comes.
 * Touch and arrow keys scroll it natively; a mouse gets an arrow where something is hidden.
 */
export function SidewaysScroller({ children, selected, itemCount }: SidewaysScrollerProps) {
  const row = useRef<HTMLDivElement>(null)
  const hidden = useHiddenSides(row)
  // biome-ignore lint/correctness/useExhaustiveDependencies: both move what is selected.
  useLayoutEffect(() => {
    if (row.current) bringSelectedIntoView(row.current)
  }, [selected, itemCount])
  const scroll = (direction: 1 | -1) =>
    row.current?.scrollBy({ left: direction * row.current.clientWidth * 0.7, behavior: 'smooth' })
  return (
    <div className="relative">
      <div ref={row} className="overflow-x-auto [scrollbar-width:none]">
        {children}
      </div>
      {hidden.before && (
        <Arrow className="left-0 justify-start bg-gradient-to-r" onPress={() => scroll(-1)}>
          <ChevronLeft />
        </Arrow>
      )}
      {hidden.after && (
        <Arrow className="right-0 justify-end bg-gradient-to-l" onPress={() => scroll(1)}>
          <ChevronRight />
        </Arrow>
      )}
    </div>
  )
}

/** For the mouse alone: the keyboard and screen readers scroll the row itself. */
function Arrow(props: { className: string; onPress: () => void; children: ReactNode }) {
  return (
    <div
      aria-hidden="true"
      className={`pointer-events-none absolute inset-y-0 hidden w-24 items-center from-paper from-50% to-transparent pointer-fine:flex ${props.className}`}
    >
      <button
        type="button"
        tabIndex={-1}
        onClick={props.onPress}
        className="pointer-events-auto grid size-11 place-items-center rounded-full border border-line bg-surface text-ink transition-colors *:size-5 hover:border-line-strong hover:text-accent-strong"
      >
        {props.children}
      </button>
    </div>
  )
}

/** On which sides something lies outside of the row. */
function useHiddenSides(row: RefObject<HTMLDivElement | null>): {
  before: boolean
  after: boolean
} {
  const [hidden, setHidden] = useState({ before: false, after: false })
  useEffect(() => {
    const element = row.current
    if (!element || typeof ResizeObserver === 'undefined') return
    const look = () => {
      const before = element.scrollLeft > 1
      const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 1
      setHidden((known) =>
        known.before === before && known.after === after ? known : { before, after },
      )
    }
    const observer = new ResizeObserver(look)
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [row])
  return hidden
}

/** Only the row is scrolled, never the page: `scrollIntoView` would move both. */
function bringSelectedIntoView(row: HTMLElement): void {
  const selected = row.querySelector<HTMLElement>('[aria-selected="true"]')
  if (!selected) return
  const from = selected.offsetLeft
  const to = from + selected.offsetWidth
  // As wide as the fading edge.
  const margin = 96
  if (from < row.scrollLeft + margin) row.scrollLeft = from - margin
  else if (to > row.scrollLeft + row.clientWidth - margin) {
    row.scrollLeft = to - row.clientWidth + margin
  }
}
