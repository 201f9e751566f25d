import { useId } from 'react'
import { Link, useNavigate, useSearchParams } from 'react-router'
import { type CampaignTab, campaignTabLabels, campaignTabs } from '#contract/campaign-tabs.ts'
import { campaignChoice } from '#contract/screens.ts'
import { campaignListHead } from '#contract/shop-heads.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../../paths.ts'
import { isPastEnd } from '../../shared/page-number.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LinkTabPanel, LinkTabs } from '../../ui/link-tabs.tsx'
import { usePageHead } from '../../ui/page-head.ts'
import { pageClass } from '../../ui/page-width.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { useCampaigns } from '../campaigns.queries.ts'
import { CampaignGrid, CampaignGridSkeleton } from './campaign-grid.tsx'

const emptyTexts: Record<CampaignTab, string> = {
  open: '目前沒有開團',
  scheduled: '目前沒有即將開團的團購',
  ended: '還沒有已結束的團購',
}

export function CampaignListPage() {
  const navigate = useNavigate()
  const panelId = useId()
  const [query] = useSearchParams()
  const choice = campaignChoice(query)
  const { state } = choice
  return (
    <div className={pageClass}>
      <h1 className="mb-6 font-serif text-title font-semibold">{t('團購')}</h1>
      <LinkTabs
        label={t('團購狀態')}
        className="mb-6 flex flex-wrap gap-2"
        tabs={campaignTabs.map((value) => ({
          value,
          name: t(campaignTabLabels[value]),
          to: tabPath(value),
        }))}
        selected={state}
        panelId={panelId}
        onSelect={(chosen) => void navigate(tabPath(chosen))}
      />
      <LinkTabPanel id={panelId} selected={state}>
        <Campaigns {...choice} />
      </LinkTabPanel>
    </div>
  )
}

function Campaigns({ state, page }: { state: CampaignTab; page: number }) {
  const list = useCampaigns(state, page)
  const found = list.data?.campaigns.length ?? 0
  usePageHead((site) => campaignListHead({ state, page }, found, site))
  if (!list.data) {
    return list.isError ? (
      <ErrorState message={t('團購暫時無法顯示')} onRetry={() => list.refetch()} />
    ) : (
      <CampaignGridSkeleton cards={6} />
    )
  }
  const { campaigns, pagination } = list.data
  if (campaigns.length === 0) {
    const isBeyond = isPastEnd(pagination)
    return (
      <EmptyState
        message={isBeyond ? t('這一頁沒有團購') : t(emptyTexts[state])}
        action={
          <Link
            to={isBeyond ? tabPath(state) : paths.products()}
            className={buttonClass('primary')}
          >
            {isBeyond ? t('回到第一頁') : t('看全部商品')}
          </Link>
        }
      />
    )
  }
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={list.isPlaceholderData ? 'opacity-60 transition-opacity' : ''}
    >
      <CampaignGrid campaigns={campaigns} />
      <Pagination
        pagination={pagination}
        hrefOf={(target) => paths.campaigns({ page: target, ...(state !== 'open' && { state }) })}
      />
    </div>
  )
}

function tabPath(tab: string): string {
  return paths.campaigns(tab === 'open' ? {} : { state: tab })
}
