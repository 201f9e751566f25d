import { Accordion as Base } from '@base-ui/react/accordion'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

export interface AccordionItem {
  id: string
  heading: ReactNode
  content: ReactNode
  isHighlighted?: boolean
}

interface AccordionProps {
  items: AccordionItem[]
  defaultOpen?: string[]
}

/** One panel is open at a time. */
export function Accordion({ items, defaultOpen = [] }: AccordionProps) {
  return (
    <Base.Root
      defaultValue={defaultOpen}
      className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
    >
      {items.map((item) => (
        <Base.Item key={item.id} value={item.id} data-highlighted={item.isHighlighted || undefined}>
          <Base.Header className="font-sans">
            <Base.Trigger className="group flex min-h-14 w-full items-center gap-4 px-4 py-3 text-left font-medium transition-colors -outline-offset-2 hover:bg-sand sm:px-6 in-data-highlighted:bg-warn-soft">
              <span className="min-w-0 flex-1">{item.heading}</span>
              <ChevronDown
                aria-hidden="true"
                className="size-5 shrink-0 text-ink-muted transition-transform group-data-panel-open:rotate-180"
              />
            </Base.Trigger>
          </Base.Header>
          <Base.Panel className="h-(--accordion-panel-height) overflow-hidden transition-[height] data-ending-style:h-0 data-starting-style:h-0">
            <div className="px-4 py-5 sm:px-6">{item.content}</div>
          </Base.Panel>
        </Base.Item>
      ))}
    </Base.Root>
  )
}
