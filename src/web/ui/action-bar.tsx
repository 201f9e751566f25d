import { type ReactNode, type RefObject, useEffect, useRef } from 'react'

/** The buttons: at the bottom of the window on a phone, in the panel otherwise. */
export function ActionBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  useReservedHeight(bar)
  return (
    <div
      ref={bar}
      data-bottom-bar="fixed"
      // The space below each piece of a panel would lift it off the bottom.
      className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-3 border-t border-line bg-paper p-4 pb-[max(1rem,env(safe-area-inset-bottom))] max-md:mb-0! md:static md:border-0 md:bg-transparent md:p-0"
    >
      {children}
    </div>
  )
}

/** The end of the page stays above the bar, also where large text makes rows of it. */
function useReservedHeight(bar: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const { current } = bar
    if (!current || typeof ResizeObserver === 'undefined') return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() =>
      style.setProperty('--bottom-bar', `${current.offsetHeight}px`),
    )
    observer.observe(current)
    return () => {
      observer.disconnect()
      style.removeProperty('--bottom-bar')
    }
  }, [bar])
}
