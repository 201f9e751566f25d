import type { Campaign } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { hasSeveralSteps, priceList, soldOfProduct } from './group-price.ts'

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
      <Disclosure
        title={t('各級單價')}
        isInitiallyOpen={products.length > 1 || products.some(hasSeveralSteps)}
      >
        {products.map((product) => {
          const { product_id, title } = product
          const PricesOf = hasSeveralSteps(product) ? PricesOfVariants : PricesOfProduct
          return (
            <section key={product_id} className="border-b border-line py-3 last:border-0 last:pb-0">
              {products.length > 1 && (
                <h3 className="mb-1 text-sm [overflow-wrap:anywhere]">{title}</h3>
              )}
              <PricesOf campaign={campaign} product={product} current={current} />
            </section>
          )
        })}
      </Disclosure>
    </div>
  )
}

interface PricesProps {
  campaign: Campaign
  product: Campaign['products'][number]
  current: number | undefined
}

/** Variants of the same price stand together, named above their prices: beside them, the last price would not fit. */
function PricesOfVariants({ campaign, product, current }: PricesProps) {
  const rows = Map.groupBy(soldOfProduct(product), ({ variant }) => variant?.step)
  const tiers = campaign.tiers.map(({ from_units, prices }, tier) => ({
    from_units,
    prices: priceList(campaign, prices),
    className: `not-first:pl-2 text-left ${tier === current ? 'font-semibold' : 'font-normal text-ink-muted'}`,
  }))
  return (
    <section
      aria-label={t('{title} 各級單價', { title: product.title })}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached by the keyboard.
      tabIndex={0}
      className="overflow-x-auto rounded-lg"
    >
      <table className="w-full text-sm tabular-nums">
        <thead>
          <tr>
            {tiers.map(({ from_units, className }) => (
              <th key={from_units} scope="col" className={`pb-1 whitespace-nowrap ${className}`}>
                {t('{from_units} 份起', { from_units })}
              </th>
            ))}
          </tr>
        </thead>
        {[...rows].map(([step, sold]) => (
          <tbody key={step} className="border-t border-line">
            <tr>
              <th
                scope="rowgroup"
                colSpan={tiers.length}
                className="pt-1.5 text-left font-normal [overflow-wrap:anywhere]"
              >
                {sold.map(({ variant }) => variant?.title).join(t('、'))}
              </th>
            </tr>
            <tr>
              {tiers.map(({ from_units, prices, className }) => (
                <td key={from_units} className={`pb-1.5 ${className}`}>
                  {formatMoney(prices.get(sold[0]?.id ?? '') ?? 0)}
                </td>
              ))}
            </tr>
          </tbody>
        ))}
      </table>
    </section>
  )
}

function PricesOfProduct({ campaign, product, current }: PricesProps) {
  const [sold] = soldOfProduct(product)
  return (
    <dl className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-x-3 gap-y-2 text-sm tabular-nums">
      {campaign.tiers.map(({ from_units, prices }, tier) => (
        <div key={from_units} className={tier === current ? 'font-semibold' : 'text-ink-muted'}>
          <dt>{t('{from_units} 份起', { from_units })}</dt>
          <dd>{formatMoney(priceList(campaign, prices).get(sold?.id ?? '') ?? 0)}</dd>
        </div>
      ))}
    </dl>
  )
}
