import { Tabs } from '@base-ui/react/tabs'
import type { ComponentProps, ReactNode } from 'react'
import { useLinkComponent } from './link-component.tsx'
import { tabClass } from './tab-class.ts'

type TabClick = NonNullable<ComponentProps<typeof Tabs.Tab>['onClick']>

/** A tab that stands for an address, to which its row leads; without script it does so itself. */
export function LinkTab(props: { value: string; to: string; children: ReactNode }) {
  const { value, to, children } = props
  const LinkComponent = useLinkComponent()
  return (
    <Tabs.Tab
      value={value}
      className={tabClass}
      nativeButton={false}
      render={<LinkComponent to={to} />}
      onClick={leaveToRow}
    >
      {children}
    </Tabs.Tab>
  )
}

/** A press that opens another tab or window of the browser is the link's alone. */
const leaveToRow: TabClick = (event) => {
  const { metaKey, altKey, ctrlKey, shiftKey } = event
  if (metaKey || altKey || ctrlKey || shiftKey) event.preventBaseUIHandler()
  else event.preventDefault()
}
