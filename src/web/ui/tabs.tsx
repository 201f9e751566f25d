import { Tabs as Base } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'

interface TabsProps {
  label: string
  value: string
  onChange: (value: string) => void
  tabs: { value: string; label: string; content: ReactNode }[]
  /** The panels that are not shown keep what was typed in them. */
  keepsTyped?: boolean
}

/** A few tabs of equal width over their panel. */
export function Tabs({ label, value, onChange, tabs, keepsTyped = false }: TabsProps) {
  return (
    <Base.Root value={value} onValueChange={onChange}>
      <Base.List
        aria-label={label}
        activateOnFocus
        className="mb-6 flex flex-wrap border-b border-line"
      >
        {tabs.map((tab) => (
          <Base.Tab
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 flex-1 border-b-2 border-transparent px-2 whitespace-nowrap text-ink-muted transition-colors hover:text-ink data-active:border-accent data-active:font-semibold data-active:text-ink"
          >
            {tab.label}
          </Base.Tab>
        ))}
      </Base.List>
      {tabs.map((tab) => (
        <Base.Panel
          key={tab.value}
          value={tab.value}
          keepMounted={keepsTyped}
          tabIndex={-1}
          className="outline-none"
        >
          {tab.content}
        </Base.Panel>
      ))}
    </Base.Root>
  )
}
