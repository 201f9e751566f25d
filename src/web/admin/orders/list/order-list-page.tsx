import DeleteIcon from '@mui/icons-material/Delete'
import { shopErrors } from '#contract/errors.ts'
import { adminOrderApi, type StaffOrder } from '#contract/orders.ts'
import { paths } from '../../../paths.ts'
import { defineList } from '../../lists/list-definition.ts'
import { ListPage } from '../../lists/list-page.tsx'
import { archivedActions } from '../../trash/archived-actions.tsx'
import { OrderCard } from './order-card.tsx'
import { orderColumns } from './order-columns.tsx'
import { isInOpenGroup, OrderDeleteDialog } from './order-delete-dialog.tsx'
import { OrderEditDialog } from './order-edit-dialog.tsx'
import { orderFind } from './order-find.tsx'

const orderList = defineList({
  title: '訂單列表',
  path: paths.adminOrders(),
  endpoint: adminOrderApi.list,
  importKind: 'shipments',
  exportKind: 'orders',
  rowsOf: ({ orders }) => orders,
  columns: orderColumns,
  card: (order) => <OrderCard order={order} />,
  find: orderFind,
  createLink: { label: '代客建立訂單', to: paths.adminNewOrder(), permission: 'order.write' },
  defaultSort: { column: 'id', order: 'asc' },
  remembersSort: true,
  hasPageSizes: true,
  dialogs: {
    edit: OrderEditDialog,
    delete: ({ entry, ...controls }) => <OrderDeleteDialog entries={[entry]} {...controls} />,
  },
  rowActions: [
    { label: '編輯', dialog: 'edit', permission: ['order.write', 'payment.record'] },
    {
      label: '刪除',
      dialog: 'delete',
      permission: 'order.write',
      color: 'error',
      refusal: (order) => (isInOpenGroup(order) ? shopErrors.ORDER_IN_GROUP.message : undefined),
    },
  ],
  bulkActions: [
    {
      label: (isAllChecked) => (isAllChecked ? '全部刪除' : '刪除'),
      icon: <DeleteIcon />,
      dialog: OrderDeleteDialog,
      permission: 'order.write',
    },
  ],
  runs: {
    kind: 'orders',
    actions: [
      { action: 'prepare', permission: 'order.ship' },
      { action: 'ship', permission: 'order.ship', field: 'carrier' },
      { action: 'deliver', permission: 'order.ship' },
      { action: 'print', permission: 'order.ship' },
      { action: 'archive', permission: 'order.write' },
    ],
    links: [
      { label: '揀貨單', to: paths.adminPickingList(), permission: 'order.ship' },
      { label: '出貨單', to: paths.adminSlips(), permission: 'order.ship' },
    ],
  },
  archived: {
    ...archivedActions<StaffOrder>('order', (order) => order.number),
    runs: { kind: 'orders', actions: [] },
  },
})

export function AdminOrderListPage() {
  return <ListPage list={orderList} />
}
