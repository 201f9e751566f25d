import type { KeyboardEvent, MouseEvent, ReactNode } from 'react'
import { useLinkComponent } from './link-component.tsx'
import { tabClass } from './tab-class.ts'

interface LinkTabsProps {
  label: string
  className: string
  tabs: readonly { value: string; name: string; to: string }[]
  selected: string
  /** The id of their panel. */
  panelId: string
  /** A press on a tab; without script its link leads there. */
  onSelect: (value: string) => void
  /** Skeletons of tabs that are not known yet. */
  children?: ReactNode
}

/** Tabs that stand for addresses: links, between which the arrow keys move the focus. */
export function LinkTabs(props: LinkTabsProps) {
  const { label, className, tabs, selected, panelId, onSelect, children } = props
  const LinkComponent = useLinkComponent()

  function press(event: MouseEvent, value: string) {
    // Another tab or window of the browser is the link's own matter.
    if (event.metaKey || event.altKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (value !== selected) onSelect(value)
  }

  return (
    <div role="tablist" aria-label={label} onKeyDown={moveFocus} className={className}>
      {tabs.map(({ value, name, to }) => (
        <LinkComponent
          key={value}
          to={to}
          role="tab"
          id={tabId(panelId, value)}
          aria-selected={value === selected}
          aria-controls={panelId}
          data-active={value === selected || undefined}
          tabIndex={value === selected ? 0 : -1}
          onClick={(event) => press(event, value)}
          className={tabClass}
        >
          {name}
        </LinkComponent>
      ))}
      {children}
    </div>
  )
}

export function LinkTabPanel(props: { id: string; selected: string; children: ReactNode }) {
  const { id, selected, children } = props
  return (
    <div
      role="tabpanel"
      id={id}
      aria-labelledby={tabId(id, selected)}
      tabIndex={-1}
      className="outline-none"
    >
      {children}
    </div>
  )
}

/** A list of ids ends one at a space. */
function tabId(panelId: string, value: string): string {
  return `${panelId}-${encodeURIComponent(value)}`
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]')]
  const focused = tabs.indexOf(document.activeElement as HTMLElement)
  const next = {
    ArrowLeft: focused - 1,
    ArrowRight: focused + 1,
    Home: 0,
    End: tabs.length - 1,
  }[event.key]
  if (event.key === ' ') tabs[focused]?.click()
  else if (next !== undefined) tabs.at(next % tabs.length)?.focus()
  else return
  event.preventDefault()
}
