import type { Campaign } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { Disclosure } from '../ui/disclosure.tsx'

interface TierTableProps {
  campaign: Campaign
  /** The position of the tier of now. */
  current?: number
}

/** All prices of all tiers, where the bar has no room for them. */
export function TierTable({ campaign, current }: TierTableProps) {
  const { products } = campaign
  return (
    <div className="mt-4 border-t border-line pt-2">
      <Disclosure title="各級單價" isInitiallyOpen={products.length > 1}>
        {products.map(({ product_id, title }) => (
          <section key={product_id} className="border-b border-line py-3 last:border-0 last:pb-0">
            {products.length > 1 && (
              <h3 className="mb-1 text-sm [overflow-wrap:anywhere]">{title}</h3>
            )}
            <PricesOfProduct campaign={campaign} productId={product_id} current={current} />
          </section>
        ))}
      </Disclosure>
    </div>
  )
}

function PricesOfProduct(props: {
  campaign: Campaign
  productId: string
  current: number | undefined
}) {
  const { campaign, productId, current } = props
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-3 gap-y-2 text-sm tabular-nums">
      {campaign.tiers.map(({ from_units, prices }, tier) => (
        <div key={from_units} className={tier === current ? 'font-semibold' : 'text-ink-muted'}>
          <dt>{from_units} 份起</dt>
          <dd>
            {formatMoney(prices.find((price) => price.product_id === productId)?.unit_price ?? 0)}
          </dd>
        </div>
      ))}
    </dl>
  )
}
