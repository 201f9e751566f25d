import { formatMoney } from '#contract/money.ts'
import type { OrderChangeReply, OrderVersion } from '#contract/order-change.ts'
import { t } from '#contract/translate.ts'
import { changeNotes } from '../../shared/change-notes.ts'

type SumKey = 'subtotal' | 'discount' | 'shipping_fee' | 'credit_used' | 'total'

const own = '您'

const rows: { key: SumKey; label: string }[] = [
  { key: 'subtotal', label: '小計' },
  { key: 'discount', label: '優惠' },
  { key: 'shipping_fee', label: '運費' },
  { key: 'credit_used', label: '購物金與點數' },
  { key: 'total', label: '總計' },
]

/** Both sums of an order, before and after, and what becomes of their difference. */
export function ChangeSummary(props: {
  preview: OrderChangeReply
  isCurrent: boolean
  isPaid: boolean
}) {
  const { preview, isCurrent } = props
  const { before, after } = preview
  const isShown = (key: SumKey) =>
    key === 'total' || (before[key] ?? 0) !== 0 || (after[key] ?? 0) !== 0
  return (
    <div aria-busy={!isCurrent} className={isCurrent ? '' : 'opacity-60'}>
      <p role="status" className="sr-only">
        {isCurrent &&
          before.total !== after.total &&
          t('變更後總計 {total}', { total: formatMoney(after.total) })}
      </p>
      {/* Sums of large text are wider than a phone. */}
      <div className="overflow-x-auto">
        <table className="w-full text-right whitespace-nowrap tabular-nums">
          <thead className="text-sm text-ink-muted">
            <tr>
              <td />
              <th scope="col" className="py-1 font-normal">
                {t('變更前')}
              </th>
              <th scope="col" className="py-1 pl-4 font-normal">
                {t('變更後')}
              </th>
            </tr>
          </thead>
          <tbody>
            {rows
              .filter(({ key }) => isShown(key))
              .map(({ key, label }) => (
                <tr
                  key={key}
                  className={key === 'total' ? 'border-t border-line font-semibold' : ''}
                >
                  <th scope="row" className="py-1.5 text-left font-normal">
                    {t(label)}
                  </th>
                  <td className="py-1.5 pl-2">{amountOf(before, key)}</td>
                  <td className="py-1.5 pl-4">{amountOf(after, key)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <ul className="mt-3 space-y-2 text-sm empty:hidden">
        {changeNotes(preview, { reader: own, isPaid: props.isPaid }).map(({ text, isWarning }) => (
          <li
            key={text}
            className={`rounded-lg px-3 py-2.5 text-pretty ${isWarning ? 'bg-danger-soft text-danger' : 'bg-sage-soft'}`}
          >
            {text}
          </li>
        ))}
      </ul>
    </div>
  )
}

function amountOf(version: OrderVersion, key: SumKey): string {
  const value = version[key] ?? 0
  const isLess = (key === 'discount' || key === 'credit_used') && value > 0
  return isLess ? `−${formatMoney(value)}` : formatMoney(value)
}
