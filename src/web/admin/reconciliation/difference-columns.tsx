import type { Difference } from '#contract/reconciliation.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { Amount } from '../amount.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { OrderName } from '../orders/order-number.tsx'
import { differenceLabels } from './difference-labels.ts'

export const differenceColumns: ListColumn<Difference, never>[] = [
  { label: '差異', width: 170, grows: true, render: ({ kind }) => differenceLabels[kind] },
  { label: '訂單或商品', width: 200, render: (line) => <Subject line={line} /> },
  { label: '交易編號', width: 190, render: ({ trade_no }) => trade_no ?? '—' },
  {
    label: '帳上',
    width: 100,
    align: 'right',
    render: (line) => <BookNumber line={line} of="ours" />,
  },
  {
    label: '實際',
    width: 100,
    align: 'right',
    render: (line) => <BookNumber line={line} of="theirs" />,
  },
  { label: '發生時間', width: 140, render: ({ since }) => formatTimestamp(since) },
  { label: '處理備註', width: 160, render: ({ note }) => note ?? '—' },
]

function Subject({ line }: { line: Difference }) {
  const { order_id: id, order_number: number, product_title } = line
  if (!id) return product_title ?? '—'
  return <OrderName order={{ id, ...(number !== undefined && { number }) }} />
}

/** Of a product these are pieces. */
function BookNumber({ line, of }: { line: Difference; of: 'ours' | 'theirs' }) {
  const value = line[of]
  if (value === undefined) return '—'
  return line.product_id === undefined ? <Amount value={value} /> : `${value} 件`
}
