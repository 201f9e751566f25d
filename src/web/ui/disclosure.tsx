import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

interface DisclosureProps {
  title: ReactNode
  isInitiallyOpen?: boolean
  children: ReactNode
}

/** One part that is shown on demand; several of them are an Accordion. */
export function Disclosure({ title, isInitiallyOpen = false, children }: DisclosureProps) {
  return (
    <details open={isInitiallyOpen} className="group/disclosure">
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-2 rounded-lg font-medium [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown
          aria-hidden="true"
          className="size-5 shrink-0 text-ink-muted transition-transform group-open/disclosure:rotate-180"
        />
      </summary>
      {children}
    </details>
  )
}
