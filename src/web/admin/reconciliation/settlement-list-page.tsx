import { adminReconciliationApi, type Settlement } from '#contract/reconciliation.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { Amount } from '../ui/amount.tsx'
import { BackToReconciliation } from './back-link.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { SettlementDialog } from './settlement-dialog.tsx'

const settlementColumns: ListColumn<Settlement, never>[] = [
  { label: '檔案', width: 120, grows: true, render: ({ file_name }) => file_name },
  {
    label: '交易日期',
    width: 110,
    render: ({ first_day, last_day }) =>
      first_day === last_day ? (first_day ?? '—') : `${first_day} ～ ${last_day}`,
  },
  { label: '筆數', width: 56, align: 'right', render: ({ lines }) => lines },
  { label: '相符', width: 56, align: 'right', render: ({ matched }) => matched },
  { label: '差異', width: 56, align: 'right', render: ({ differences }) => differences },
  { label: '金額', width: 96, align: 'right', render: ({ sum }) => <Amount value={sum} /> },
  { label: '手續費', width: 80, align: 'right', render: ({ fees }) => <Amount value={fees} /> },
  { label: '匯入時間', width: 100, render: (row) => formatTimestamp(row.imported_at) },
]

const settlementList = defineList({
  title: '對帳檔',
  path: paths.adminSettlements(),
  endpoint: adminReconciliationApi.settlements,
  rowsOf: ({ settlements }) => settlements,
  columns: settlementColumns,
  labelOf: ({ file_name }) => file_name,
  emptyText: () => '尚未匯入對帳檔',
  summary: () => <BackToReconciliation />,
  dialogs: { lines: SettlementDialog },
  rowActions: [{ label: '明細', dialog: 'lines' }],
  create: { label: '匯入對帳檔', dialog: ImportDialog },
})

export function AdminSettlementListPage() {
  return <ListPage list={settlementList} />
}
