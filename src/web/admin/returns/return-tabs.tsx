import { type ReturnView, returnViewLabels, returnViews } from '#contract/return-states.ts'
import { paths } from '../../paths.ts'
import { ViewTabs } from '../lists/view-tabs.tsx'

interface ReturnTabsProps {
  view: ReturnView
  counts: Record<string, number> | undefined
}

/** The views with how much waits in each. */
export function ReturnTabs({ view, counts }: ReturnTabsProps) {
  const tabs = returnViews.map((name) => ({
    name,
    label: returnViewLabels[name],
    link: paths.adminReturns(name),
    count: counts?.[name] ?? 0,
  }))
  return <ViewTabs label="退貨" tabs={tabs} current={view} />
}
