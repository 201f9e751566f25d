import type { CampaignSummary } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { CampaignCard, CampaignCardSkeleton } from './campaign-card.tsx'

const grid = 'grid grid-cols-1 gap-4 sm:grid-cols-2 sm:gap-5 lg:grid-cols-3 lg:gap-6'
/** As many cards as the first window of a desktop shows whole. */
const cardsInView = 3

export function CampaignGrid({ campaigns }: { campaigns: readonly CampaignSummary[] }) {
  return (
    <ul className={campaigns.length === 1 ? '' : grid}>
      {campaigns.map((campaign, index) => (
        <li key={campaign.id} className="min-w-0">
          <CampaignCard
            campaign={campaign}
            isPriority={index < cardsInView}
            isAlone={campaigns.length === 1}
          />
        </li>
      ))}
    </ul>
  )
}

export function CampaignGridSkeleton({ cards }: { cards: number }) {
  return (
    <div role="status" aria-label={t('團購載入中')} className={grid}>
      {Array.from({ length: cards }, (_, index) => `card-${index}`).map((key) => (
        <CampaignCardSkeleton key={key} />
      ))}
    </div>
  )
}
