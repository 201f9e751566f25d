import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { pageWidth } from '../ui/page-width.ts'
import { CampaignGrid } from './campaign-grid.tsx'
import { useCampaigns } from './campaigns.queries.ts'

const shown = 3

/** What is open, in one quiet row; nothing while nothing is. */
export function HomeCampaigns() {
  const campaigns = useCampaigns('open').data?.campaigns.slice(0, shown) ?? []
  if (campaigns.length === 0) return null
  return (
    <section className={`${pageWidth} mt-16`}>
      <div className="mb-6 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="font-serif text-2xl font-semibold">正在開團</h2>
        <Link
          to={paths.campaigns()}
          className="inline-flex min-h-11 items-center rounded-lg text-ink-muted underline-offset-4 hover:text-accent-strong hover:underline"
        >
          看全部
        </Link>
      </div>
      <CampaignGrid campaigns={campaigns} />
    </section>
  )
}
