import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { LinkTab } from '../ui/link-tab.tsx'
import { SidewaysScroller } from '../ui/sideways-scroller.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

interface CategoryTabsProps {
  categories: readonly string[] | undefined
  /** Empty for all. */
  selected: string
  onSelect: (category: string) => void
  hrefOf: (category: string) => string
  children: ReactNode
}

/** 全部 and each category once, over the list that they choose. */
export function CategoryTabs(props: CategoryTabsProps) {
  const { categories, selected, onSelect, hrefOf, children } = props
  const named = categories ?? []
  const isUnknown = selected !== '' && !named.includes(selected)
  return (
    <Tabs.Root value={selected} onValueChange={onSelect}>
      <div className="-mx-4 mb-6 sm:-mx-6 lg:mx-0">
        <SidewaysScroller selected={selected} itemCount={named.length}>
          <Tabs.List
            aria-label="商品分類"
            className="relative flex w-max gap-2 px-4 py-1 sm:px-6 lg:px-0"
          >
            <LinkTab value="" to={hrefOf('')}>
              全部
            </LinkTab>
            {[...named, ...(isUnknown ? [selected] : [])].map((category) => (
              <LinkTab key={category} value={category} to={hrefOf(category)}>
                {category}
              </LinkTab>
            ))}
            {!categories &&
              !isUnknown &&
              ['w-24', 'w-20', 'w-28', 'w-22'].map((width) => (
                <Skeleton key={width} className={`h-11 rounded-full ${width}`} />
              ))}
          </Tabs.List>
        </SidewaysScroller>
      </div>
      <Tabs.Panel value={selected} tabIndex={-1} className="outline-none">
        {children}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
