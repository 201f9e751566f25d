import type { Campaign } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Picture } from '../../ui/picture.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { ceilingPrices, soldOf } from '../prices/group-price.ts'
import { type PlaceLinesProps, type Quantities, VariantGrid } from './variant-grid.tsx'

/** One piece where nothing else is sold, else none. */
export function firstQuantities(campaign: Campaign): Quantities {
  const [first, ...others] = soldOf(campaign)
  return first && others.length === 0 ? { [first.id]: 1 } : {}
}

export function toLines(campaign: Campaign, quantities: Quantities) {
  return soldOf(campaign).flatMap(({ id, product: { product_id }, variant }) => {
    const qty = quantities[id] ?? 0
    return qty > 0 ? [{ product_id, ...(variant && { variant_id: id }), qty }] : []
  })
}

/** A stepper for each product or variant; of several each may be left out. */
export function PlaceLines(props: PlaceLinesProps) {
  const { campaign, quantities, onChange } = props
  if (campaign.products.some(({ variants }) => variants)) return <VariantGrid {...props} />
  const prices = ceilingPrices(campaign)
  const least = campaign.products.length > 1 ? 0 : 1
  return (
    <ul className="divide-y divide-line">
      {campaign.products.map(({ product_id, title, unit, picture }) => (
        <li key={product_id} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
          <Picture src={picture} alt="" sizes="56px" className="size-14 shrink-0 rounded-lg" />
          <div className="min-w-0 flex-1 basis-36">
            <p id={`line-${product_id}`} className="[overflow-wrap:anywhere]">
              {title}
            </p>
            <p className="text-sm text-ink-muted tabular-nums">
              {t('最高 {price}{unit}', {
                price: formatMoney(prices.get(product_id) ?? 0),
                unit: unit && t('／{unit}', { unit }),
              })}
            </p>
          </div>
          <QuantityStepper
            value={quantities[product_id] ?? least}
            min={least}
            onChange={(qty) => onChange({ ...quantities, [product_id]: qty })}
            describedBy={`line-${product_id}`}
          />
        </li>
      ))}
    </ul>
  )
}
