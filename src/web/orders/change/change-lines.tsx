import { Trash2, Undo2 } from 'lucide-react'
import { useId } from 'react'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import { Button } from '../../ui/button.tsx'
import { Picture } from '../../ui/picture.tsx'
import { QuantityStepper } from '../../ui/quantity-stepper.tsx'
import type { ChangeableLine, Quantities } from './change-quantities.ts'

/** The products of an order with other quantities; one at least stays. */
export function ChangeLines(props: {
  lines: readonly ChangeableLine[]
  quantities: Quantities
  onChange: (soldId: string, qty: number) => void
}) {
  const { lines, quantities, onChange } = props
  const qtyOf = ({ soldId, ordered }: ChangeableLine) => quantities.get(soldId) ?? ordered
  const left = lines.filter((line) => qtyOf(line) > 0).length
  return (
    <ul className="divide-y divide-line">
      {lines.map((line) => (
        <ChangeLine
          key={line.soldId}
          line={line}
          qty={qtyOf(line)}
          isLast={left === 1}
          onChange={(qty) => onChange(line.soldId, qty)}
        />
      ))}
    </ul>
  )
}

function ChangeLine(props: {
  line: ChangeableLine
  qty: number
  isLast: boolean
  onChange: (qty: number) => void
}) {
  const { line, qty, isLast, onChange } = props
  const { title, picture, unit, price, ordered } = line
  const titleId = useId()
  const isRemoved = qty === 0
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 py-4 first:pt-0 last:pb-0">
      <Picture
        src={picture}
        alt=""
        sizes="64px"
        className={`size-[min(4rem,18vw)] shrink-0 rounded-lg ${isRemoved ? 'opacity-50 grayscale' : ''}`}
      />
      <div className="min-w-0 flex-[1_1_10rem]">
        <p id={titleId} className="leading-title break-keep [overflow-wrap:anywhere]">
          {title}
        </p>
        <p className="mt-1 text-sm text-ink-muted tabular-nums">
          {formatMoney(price)}
          {unit && ` / ${unit}`}
          {qty !== ordered && t('，原本 {ordered}', { ordered })}
        </p>
      </div>
      {isRemoved ? (
        <p className="flex flex-wrap items-center gap-2">
          <span className="text-sm text-ink-muted">{t('將移除')}</span>
          <Button
            variant="quiet"
            icon={<Undo2 />}
            aria-describedby={titleId}
            onClick={() => onChange(ordered)}
          >
            {t('復原')}
          </Button>
        </p>
      ) : (
        <div className="flex flex-wrap items-center gap-2">
          <QuantityStepper value={qty} describedBy={titleId} onChange={onChange} />
          {!isLast && (
            <Button
              variant="quiet"
              icon={<Trash2 />}
              aria-describedby={titleId}
              onClick={() => onChange(0)}
            >
              {t('移除')}
            </Button>
          )}
        </div>
      )}
    </li>
  )
}
