import { Tabs } from '@base-ui/react/tabs'
import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { SidewaysScroller } from '../ui/sideways-scroller.tsx'
import { tabClass } from '../ui/tab-class.ts'
import { type OrderFilter, orderFilters } from './orders.queries.ts'

/** 全部 and each group of states, over the list that they choose. */
export function OrderFilters(props: { selected: OrderFilter | undefined; children: ReactNode }) {
  const navigate = useNavigate()
  const selected = props.selected ?? ''
  return (
    <Tabs.Root
      value={selected}
      onValueChange={(state: string) => void navigate(paths.orders(1, state || undefined))}
    >
      <div className="-mx-4 mb-6 sm:-mx-6 lg:mx-0 print:hidden">
        <SidewaysScroller selected={selected} itemCount={5}>
          <Tabs.List
            aria-label={t('訂單狀態')}
            className="relative flex w-max gap-2 px-4 py-1 sm:px-6 lg:px-0"
          >
            <Tabs.Tab value="" className={tabClass}>
              {t('全部')}
            </Tabs.Tab>
            {Object.entries(orderFilters).map(([state, label]) => (
              <Tabs.Tab key={state} value={state} className={tabClass}>
                {t(label)}
              </Tabs.Tab>
            ))}
          </Tabs.List>
        </SidewaysScroller>
      </div>
      <Tabs.Panel value={selected} tabIndex={-1} className="outline-none">
        {props.children}
      </Tabs.Panel>
    </Tabs.Root>
  )
}
