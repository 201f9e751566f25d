import Box from '@mui/material/Box'
import type { Difference } from '#contract/reconciliation.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { OrderName } from '../orders/order-number.tsx'
import { Amount } from '../ui/amount.tsx'
import { differenceLabels } from './difference-labels.ts'

export const differenceColumns: ListColumn<Difference, never>[] = [
  { label: '差異', width: 110, grows: true, render: (line) => <Cause line={line} /> },
  { label: '訂單或商品', width: 160, render: (line) => <Subject line={line} /> },
  {
    label: '帳上',
    width: 90,
    align: 'right',
    render: (line) => <BookNumber line={line} of="ours" />,
  },
  {
    label: '實際',
    width: 90,
    align: 'right',
    render: (line) => <BookNumber line={line} of="theirs" />,
  },
  { label: '發生時間', width: 100, render: ({ since }) => formatTimestamp(since) },
]

/** With the number of the trade, and the note of one that is settled. */
function Cause({ line: { kind, trade_no, note } }: { line: Difference }) {
  return (
    <Box component="span" sx={{ display: 'grid' }}>
      {differenceLabels[kind]}
      <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {trade_no}
      </Box>
      {note}
    </Box>
  )
}

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
