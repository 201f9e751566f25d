import { Link } from 'react-router'
import type { CampaignSummary } from '#contract/campaigns.ts'
import { t } from '#contract/translate.ts'
import { paths } from '../../paths.ts'
import { pageWidth } from '../../ui/page-width.ts'
import { useCampaigns } from '../campaigns.queries.ts'
import { CampaignCard } from './campaign-card.tsx'

const shown = 3

/**
 * Open campaigns for home; undefined until they are known. A failure leaves the row out, and with
 * `isAsked` false none are asked for.
 */
export function useHomeCampaigns(isAsked: boolean): readonly CampaignSummary[] | undefined {
  const { data, failureCount } = useCampaigns('open', 1, isAsked)
  if (!isAsked) return []
  if (data) return data.campaigns.slice(0, shown)
  return failureCount > 0 ? [] : undefined
}

/** One quiet row, which a narrow window scrolls sideways; nothing while nothing is open. */
export function HomeCampaigns({ campaigns }: { campaigns: readonly CampaignSummary[] }) {
  const [first, ...others] = campaigns
  if (!first) return null
  return (
    <section className={`${pageWidth} mt-12 md:mt-16`}>
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-serif text-xl font-semibold">{t('正在開團')}</h2>
        <Link
          to={paths.campaigns()}
          className="inline-flex min-h-11 items-center rounded-lg text-ink-muted underline-offset-4 hover:text-accent-strong hover:underline"
        >
          {t('看全部開團')}
        </Link>
      </div>
      {others.length === 0 ? (
        <CampaignCard campaign={first} isAlone />
      ) : (
        <ul className="-mx-4 flex snap-x scroll-px-4 gap-4 overflow-x-auto px-4 pb-2 sm:-mx-6 sm:scroll-px-6 sm:px-6 lg:mx-0 lg:grid lg:grid-cols-3 lg:gap-6 lg:overflow-visible lg:px-0">
          {campaigns.map((campaign) => (
            <li key={campaign.id} className="w-72 shrink-0 snap-start lg:w-auto">
              <CampaignCard campaign={campaign} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
