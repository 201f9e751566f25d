import FactCheckIcon from '@mui/icons-material/FactCheck'
import { adminStockApi } from '#contract/stock.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { StockCard } from './stock-card.tsx'
import { StockCloseDialog } from './stock-close-dialog.tsx'
import { stockColumns } from './stock-columns.tsx'
import { StockCountDialog } from './stock-count-dialog.tsx'
import { toEntry } from './stock-entry.ts'
import { StockFormDialog } from './stock-form-dialog.tsx'
import { StockMovementsDialog } from './stock-movements-dialog.tsx'

const stockList = defineList({
  title: '庫存',
  path: paths.adminStock(),
  endpoint: adminStockApi.list,
  importKind: 'stock',
  exportKind: 'stock',
  rowsOf: ({ stock }) => stock.map(toEntry),
  columns: stockColumns,
  labelOf: ({ title }) => title,
  card: (entry) => <StockCard entry={entry} />,
  defaultSort: { column: 'available', order: 'asc' },
  filters: [
    {
      name: 'stock',
      label: '庫存狀態',
      options: [
        { value: '', label: '全部' },
        { value: 'low', label: '偏低' },
        { value: 'out', label: '已售完' },
        { value: 'unlimited', label: '不限量' },
      ],
    },
    { name: 'q', label: '商品名稱' },
  ],
  dialogs: {
    edit: StockFormDialog,
    close: StockCloseDialog,
    movements: StockMovementsDialog,
  },
  rowActions: [
    { label: '調整', dialog: 'edit', permission: 'stock.write' },
    { label: '異動', dialog: 'movements' },
  ],
  bulkActions: [
    {
      label: () => '盤點',
      icon: <FactCheckIcon />,
      dialog: StockCountDialog,
      permission: 'stock.write',
      color: 'primary',
    },
  ],
})

export function AdminStockListPage() {
  return <ListPage list={stockList} />
}
