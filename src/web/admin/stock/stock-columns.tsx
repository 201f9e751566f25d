import Box from '@mui/material/Box'
import type { StockSortColumn } from '#contract/stock-rules.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { Thumbnail } from '../products/thumbnail.tsx'
import type { StockEntry } from './stock-entry.ts'

const fewestMost: [string, string] = ['少到多', '多到少']

export const stockColumns: ListColumn<StockEntry, StockSortColumn>[] = [
  {
    label: '商品',
    width: 240,
    grows: true,
    sort: 'title',
    render: ({ title, imageUrl }) => (
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1.5 }}>
        <Thumbnail src={imageUrl} alt="" size={32} />
        <span>{title}</span>
      </Box>
    ),
  },
  numberColumn('庫存', 'on_hand'),
  numberColumn('已保留', 'held'),
  numberColumn('可售', 'available'),
]

function numberColumn(
  label: string,
  name: 'on_hand' | 'held' | 'available',
): ListColumn<StockEntry, StockSortColumn> {
  return {
    label,
    width: 100,
    align: 'right',
    sort: name,
    sortWords: fewestMost,
    render: (row) => row[name]?.toLocaleString('zh-TW') ?? (name === 'on_hand' ? '不限量' : '—'),
  }
}
