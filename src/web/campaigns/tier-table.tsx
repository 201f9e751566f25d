import type { Campaign } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'

/** All prices of all tiers, where the bar has no room for them. */
export function TierTable({ campaign, current }: { campaign: Campaign; current?: number }) {
  const { products, tiers } = campaign
  const cell = 'px-2 py-2 text-right'
  return (
    <details className="mt-4 border-t border-line pt-2" open={products.length > 1}>
      <summary className="flex min-h-11 cursor-pointer items-center rounded-lg font-medium">
        各級單價
      </summary>
      {/* Scrolls by itself where many tiers have no room. */}
      <section aria-label="各級單價" className="-mx-2 overflow-x-auto" tabIndex={-1}>
        <table className="w-full text-sm tabular-nums">
          <thead>
            <tr className="border-b border-line text-ink-muted">
              <th scope="col" className="px-2 py-2 text-left font-normal">
                {products.length > 1 ? '商品' : '份數'}
              </th>
              {products.length > 1 ? (
                tiers.map(({ from_units }, tier) => (
                  <th
                    key={from_units}
                    scope="col"
                    className={`${cell} font-normal whitespace-nowrap ${tier === current ? 'font-semibold text-ink' : ''}`}
                  >
                    {from_units} 份起
                  </th>
                ))
              ) : (
                <th scope="col" className={`${cell} font-normal`}>
                  單價
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {products.length > 1
              ? products.map(({ product_id, title }) => (
                  <tr key={product_id} className="border-b border-line last:border-0">
                    <th
                      scope="row"
                      className="px-2 py-2 text-left font-normal [overflow-wrap:anywhere]"
                    >
                      {title}
                    </th>
                    {tiers.map(({ from_units, prices }, tier) => (
                      <td
                        key={from_units}
                        className={`${cell} ${tier === current ? 'font-semibold' : ''}`}
                      >
                        {formatMoney(
                          prices.find((price) => price.product_id === product_id)?.unit_price ?? 0,
                        )}
                      </td>
                    ))}
                  </tr>
                ))
              : tiers.map(({ from_units, prices }, tier) => (
                  <tr
                    key={from_units}
                    className={`border-b border-line last:border-0 ${tier === current ? 'font-semibold' : ''}`}
                  >
                    <th scope="row" className="px-2 py-2 text-left font-[inherit]">
                      {from_units} 份起
                    </th>
                    <td className={cell}>{formatMoney(prices[0]?.unit_price ?? 0)}</td>
                  </tr>
                ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
