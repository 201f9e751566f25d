import type { ReactNode } from 'react'

/** The buttons: at the bottom of the window on a phone, in the panel otherwise. */
export function ActionBar({ children }: { children: ReactNode }) {
  return (
    <div
      data-bottom-bar="fixed"
      className="fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-center gap-3 border-t border-line bg-paper p-4 pb-[max(1rem,env(safe-area-inset-bottom))] md:static md:border-0 md:bg-transparent md:p-0"
    >
      {children}
    </div>
  )
}
