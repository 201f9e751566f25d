import { formatMoney } from '#contract/money.ts'
import type { OrderChangeReply, OrderVersion } from '#contract/order-change.ts'
import { changeNotes } from '../../shared/change-notes.ts'

const rows: { key: 'subtotal' | 'discount' | 'shipping_fee' | 'total'; label: string }[] = [
  { key: 'subtotal', label: '小計' },
  { key: 'discount', label: '優惠' },
  { key: 'shipping_fee', label: '運費' },
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
  const isShown = (key: (typeof rows)[number]['key']) =>
    key === 'total' || before[key] !== 0 || after[key] !== 0
  return (
    <div aria-busy={!isCurrent} className={isCurrent ? '' : 'opacity-60'}>
      <p role="status" className="sr-only">
        {isCurrent && before.total !== after.total && `變更後總計 ${formatMoney(after.total)}`}
      </p>
      {/* Sums of large text are wider than a phone. */}
      <div className="overflow-x-auto">
        <table className="w-full text-right whitespace-nowrap tabular-nums">
          <thead className="text-sm text-ink-muted">
            <tr>
              <td />
              <th scope="col" className="py-1 font-normal">
                變更前
              </th>
              <th scope="col" className="py-1 pl-4 font-normal">
                變更後
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
                    {label}
                  </th>
                  <td className="py-1.5 pl-2">{amountOf(before, key)}</td>
                  <td className="py-1.5 pl-4">{amountOf(after, key)}</td>
                </tr>
              ))}
          </tbody>
        </table>
      </div>
      <ul className="mt-3 space-y-2 text-sm empty:hidden">
        {changeNotes(preview, { reader: '您', isPaid: props.isPaid }).map(({ text, isWarning }) => (
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

function amountOf(version: OrderVersion, key: (typeof rows)[number]['key']): string {
  const amount = formatMoney(version[key])
  return key === 'discount' && version.discount > 0 ? `−${amount}` : amount
}
