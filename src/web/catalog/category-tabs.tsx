import { type ReactNode, useId } from 'react'
import { t } from '#contract/translate.ts'
import { LinkTabPanel, LinkTabs } from '../ui/link-tabs.tsx'
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
  const panelId = useId()
  const named = categories ?? []
  const isUnknown = selected !== '' && !named.includes(selected)
  const tabs = ['', ...named, ...(isUnknown ? [selected] : [])]
  return (
    <>
      <div className="-mx-4 mb-6 sm:-mx-6 lg:mx-0">
        <SidewaysScroller selected={selected} itemCount={named.length}>
          <LinkTabs
            label={t('商品分類')}
            className="relative flex w-max gap-2 px-4 py-1 sm:px-6 lg:px-0"
            tabs={tabs.map((value) => ({ value, name: value || t('全部'), to: hrefOf(value) }))}
            selected={selected}
            panelId={panelId}
            onSelect={onSelect}
          >
            {!categories &&
              !isUnknown &&
              ['w-24', 'w-20', 'w-28', 'w-22'].map((width) => (
                <Skeleton key={width} className={`h-11 rounded-pill ${width}`} />
              ))}
          </LinkTabs>
        </SidewaysScroller>
      </div>
      <LinkTabPanel id={panelId} selected={selected}>
        {children}
      </LinkTabPanel>
    </>
  )
}
