// biome-ignore-all lint/a11y/noRedundantRoles: browsers forget the roles of parts that are laid out as flexible rows.

import { type KeyboardEvent, useState } from 'react'
import type { Campaign } from '#contract/campaigns.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { useStockLeftOf } from '../../stock/stock.queries.ts'
import { stockLeftText } from '../../stock/stock-left-text.ts'
import { Picture } from '../../ui/picture.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import { ceilingPrices, type Sold, soldOf, soldOfProduct } from '../prices/group-price.ts'

/** Pieces by the id of what is sold; what is not taken is absent or 0. */
export type Quantities = Record<string, number>

export interface PlaceLinesProps {
  campaign: Campaign
  quantities: Quantities
  onChange: (quantities: Quantities) => void
}

/** The paper form of a group order: a row for each variant, the pieces in one column. */
export function VariantGrid({ campaign, quantities, onChange }: PlaceLinesProps) {
  const prices = ceilingPrices(campaign)
  const sold = soldOf(campaign)
  const left = useStockLeftOf(campaign.is_from_stock ? sold.map(({ id }) => id) : [])
  const units = sold.reduce((sum, { id }) => sum + (quantities[id] ?? 0), 0)
  return (
    // Flexible rows: in large text the pieces go below the name.
    <table
      role="table"
      aria-label={t('選擇規格與數量')}
      className="block w-full"
      onKeyDown={moveInColumn}
    >
      <thead role="rowgroup" className="sr-only">
        <tr role="row">
          <th scope="col" role="columnheader">
            {t('規格與最高單價')}
          </th>
          <th scope="col" role="columnheader">
            {t('數量')}
          </th>
        </tr>
      </thead>
      {campaign.products.map((product) => (
        <tbody role="rowgroup" key={product.product_id} className="block divide-y divide-line">
          {product.variants && (
            <tr role="row" className="block">
              <th
                scope="row"
                role="rowheader"
                colSpan={2}
                className="flex items-center gap-3 py-3 text-left font-semibold [overflow-wrap:anywhere]"
              >
                <Picture
                  src={product.picture}
                  alt=""
                  sizes="40px"
                  className="size-10 shrink-0 rounded-lg"
                />
                <span className="min-w-0">{product.title}</span>
              </th>
            </tr>
          )}
          {soldOfProduct(product).map((one) => (
            <Row
              key={one.id}
              sold={one}
              price={prices.get(one.id) ?? 0}
              left={left.get(one.id)}
              qty={quantities[one.id] ?? 0}
              onChange={(qty) => onChange({ ...quantities, [one.id]: qty })}
            />
          ))}
        </tbody>
      ))}
      <tfoot role="rowgroup" className="block border-t border-line-strong">
        <tr role="row" className="flex justify-between gap-4 pt-3 font-semibold tabular-nums">
          <th scope="row" role="rowheader">
            {t('合計')}
          </th>
          <td role="cell">{t('{units} 份', { units })}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function Row(props: {
  sold: Sold
  /** The most that a piece costs. */
  price: number
  left: number | undefined
  qty: number
  onChange: (qty: number) => void
}) {
  const { sold, price, left, qty, onChange } = props
  const { id, product, variant } = sold
  const scarce = stockLeftText(left)
  // The pieces of one's own place are not counted as left, and a stepper at 0 keeps the focus.
  const [wasTaken, setTaken] = useState(qty > 0)
  if (qty > 0 && !wasTaken) setTaken(true)
  return (
    <tr role="row" className="flex flex-wrap items-center gap-x-4 gap-y-1 py-1.5">
      <th
        scope="row"
        role="rowheader"
        id={`line-${id}`}
        className="min-w-0 flex-1 basis-28 text-left font-normal"
      >
        <span className="block [overflow-wrap:anywhere]">{variant?.title ?? product.title}</span>
        <span className="block text-sm text-ink-muted tabular-nums">
          {t('最高 {price}{part}', {
            price: formatMoney(price),
            part: product.unit && t('／{unit}', { unit: product.unit }),
          })}
          {scarce && <span className="block text-danger">{scarce}</span>}
        </span>
      </th>
      <td role="cell">
        {left === 0 && qty === 0 && !wasTaken ? (
          <span className="inline-flex h-11 items-center text-ink-muted">{t('已售完')}</span>
        ) : (
          <QuantityStepper value={qty} min={0} onChange={onChange} describedBy={`line-${id}`} />
        )}
      </td>
    </tr>
  )
}

/** Up and down lead to the pieces of the row above or below, as in a spreadsheet. */
function moveInColumn(event: KeyboardEvent<HTMLTableElement>) {
  const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
  if (by === undefined || !(event.target instanceof HTMLInputElement)) return
  const inputs = [...event.currentTarget.querySelectorAll('input')]
  const next = inputs[inputs.indexOf(event.target) + by]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}
