import { useId } from 'react'
import { noReturnText } from '#contract/no-return.ts'
import type { Order } from '#contract/orders.ts'
import type { Returnable } from '#contract/returns.ts'
import { t } from '#contract/translate.ts'
import { Picture } from '../../ui/picture.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import type { Chosen } from './return-sums.ts'

/** The lines of an order with how many pieces of each come back. */
export function ReturnLines(props: {
  order: Order
  returnable: Returnable
  chosen: Chosen
  onChange: (lineId: string, qty: number) => void
}) {
  const { order, returnable, chosen, onChange } = props
  return (
    <ul className="divide-y divide-line">
      {returnable.lines.map((line) => (
        <ReturnLine
          key={line.line_id}
          line={line}
          picture={order.products[line.line_id]?.product.imageUrl}
          qty={chosen.get(line.line_id) ?? 0}
          onChange={(qty) => onChange(line.line_id, Math.min(qty, line.qty))}
        />
      ))}
    </ul>
  )
}

function ReturnLine(props: {
  line: Returnable['lines'][number]
  picture: string | undefined
  qty: number
  onChange: (qty: number) => void
}) {
  const { line, picture, qty, onChange } = props
  const titleId = useId()
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <Picture
        src={picture ?? ''}
        alt=""
        sizes="64px"
        className="size-[min(4rem,18vw)] shrink-0 rounded-lg"
      />
      <div className="min-w-0 flex-[1_1_10rem]">
        <p id={titleId} className="leading-title break-keep [overflow-wrap:anywhere]">
          {line.title}
        </p>
        <p className="mt-1 text-sm text-ink-muted">
          {line.qty > 0 ? t('可退 {qty} 件', { qty: line.qty }) : t('沒有可退的件數')}
        </p>
        {line.no_return && <p className="mt-1 text-sm text-warn">{noReturnText(line.no_return)}</p>}
      </div>
      {line.qty > 0 && (
        <QuantityStepper value={qty} min={0} describedBy={titleId} onChange={onChange} />
      )}
    </li>
  )
}
