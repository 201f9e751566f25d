import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { useIsDocument } from './document-context.ts'
import { useLinkComponent } from './link-component.tsx'
import { tabClass } from './tab-class.ts'

/** A tab that stands for an address: in a document, without script, it is a link to it. */
export function LinkTab(props: { value: string; to: string; children: ReactNode }) {
  const { value, to, children } = props
  const LinkComponent = useLinkComponent()
  const asLink = { nativeButton: false, render: <LinkComponent to={to} /> }
  return (
    <Tabs.Tab value={value} className={tabClass} {...(useIsDocument() && asLink)}>
      {children}
    </Tabs.Tab>
  )
}
