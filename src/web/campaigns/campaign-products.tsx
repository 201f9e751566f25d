import { Link } from 'react-router'
import type { Campaign, Group } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { paths } from '../paths.ts'
import { Picture } from '../ui/picture.tsx'
import { currentPrices } from './group-price.ts'
import { Panel } from './panel.tsx'

/** The products of a campaign of several, each with the price of now. */
export function CampaignProducts({ campaign, group }: { campaign: Campaign; group?: Group }) {
  if (campaign.products.length < 2) return null
  const now = currentPrices(campaign, group)
  return (
    <Panel title="團購商品">
      <ul className="divide-y divide-line">
        {campaign.products.map(({ product_id, title, unit, picture }) => (
          <li key={product_id} className="flex items-center gap-4 py-3">
            <Picture src={picture} alt="" sizes="64px" className="size-16 shrink-0 rounded-lg" />
            <Link
              to={paths.product(product_id)}
              className="min-w-0 flex-1 rounded underline-offset-4 [overflow-wrap:anywhere] hover:text-accent-strong hover:underline"
            >
              {title}
            </Link>
            <span className="shrink-0 tabular-nums">
              {formatMoney(now.get(product_id) ?? 0)}
              {unit && `／${unit}`}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
