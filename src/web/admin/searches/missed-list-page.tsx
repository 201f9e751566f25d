import { adminSearchApi, type MissedSearch } from '#contract/search.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'

/** The word is what identifies a row. */
type MissedRow = MissedSearch & { id: string }

const columns: ListColumn<MissedRow, never>[] = [
  { label: '字詞', width: 240, grows: true, render: ({ word }) => word },
  { label: '次數', width: 100, align: 'right', render: ({ times }) => times },
  { label: '最近一次', width: 160, render: ({ last_at }) => formatTimestamp(last_at) },
]

const missedList = defineList({
  title: '搜尋紀錄',
  path: paths.adminSearches(),
  endpoint: adminSearchApi.missed,
  rowsOf: ({ words }): MissedRow[] => words.map((row) => ({ ...row, id: row.word })),
  columns,
  labelOf: ({ word }) => word,
  filters: [
    {
      name: 'days',
      label: '期間',
      options: [
        { value: '', label: '最近 7 天' },
        { value: '30', label: '30 天' },
        { value: '90', label: '90 天' },
      ],
    },
  ],
  emptyText: () => '沒有找不到的字詞',
})

export function AdminMissedListPage() {
  return <ListPage list={missedList} />
}
