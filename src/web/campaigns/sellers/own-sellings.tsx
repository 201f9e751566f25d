import { useState } from 'react'
import { Link } from 'react-router'
import type { OwnSelling } from '#contract/campaign-sellers.ts'
import { campaignStateLabels } from '#contract/campaign-states.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../../paths.ts'
import { isPastEnd } from '../../shared/page-number.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { OwnSection } from '../own/own-section.tsx'
import { useSellings } from './sellers.queries.ts'

/** The campaigns that a member sells; nothing without any. `isQuiet`: a failure is told elsewhere. */
export function OwnSellings({ isQuiet }: { isQuiet: boolean }) {
  const [page, setPage] = useState(1)
  const { data, isError, isPlaceholderData, refetch } = useSellings(page)
  if (data && isPastEnd(data.pagination)) setPage(data.pagination.total_pages)
  if (!data && isError && !isQuiet) {
    return <ErrorState message={t('我的幫賣暫時無法顯示')} onRetry={() => refetch()} />
  }
  if (!data || (data.sellings.length === 0 && page === 1)) return null
  const { sellings, pagination } = data
  return (
    <OwnSection
      title={t('我的幫賣')}
      isBusy={isPlaceholderData}
      pagination={pagination}
      onPage={setPage}
    >
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {sellings.map((selling) => (
          <li key={selling.code}>
            <SellingRow selling={selling} />
          </li>
        ))}
      </ul>
    </OwnSection>
  )
}

function SellingRow({ selling }: { selling: OwnSelling }) {
  const { campaign, places, units, earned, expected, ended_at } = selling
  return (
    <Link
      to={paths.selling(campaign.id)}
      className="block px-4 py-3 hover:bg-sand sm:px-5 [overflow-wrap:anywhere]"
    >
      <span className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="font-medium">{campaign.title}</span>
        <span className="text-sm text-ink-muted">
          {ended_at === undefined ? t(campaignStateLabels[campaign.state]) : t('店家已結束幫賣')}
        </span>
      </span>
      <span className="block text-sm text-ink-muted tabular-nums">
        {t('{places} 位 · {units} 份 · 已入帳 {earned}{part}', {
          places,
          units,
          earned: formatMoney(earned),
          part: expected > 0 && t(' · 預估 {expected}', { expected: formatMoney(expected) }),
        })}
      </span>
    </Link>
  )
}
