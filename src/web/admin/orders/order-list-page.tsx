import { useQuery } from '@tanstack/react-query'
import {
  adminOrderApi,
  type Order,
  type OrderSortColumn,
  orderApi,
  orderSortColumns,
} from '#contract/orders.ts'
import { apiQuery } from '../../api/queries.ts'
import { freshOnOpening, listQuery } from '../lists/list-query.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useSelection } from '../lists/selection.ts'
import type { Sort } from '../lists/sort.ts'
import { useListAddress } from '../lists/use-list-address.ts'
import { useListDialog } from '../lists/use-list-dialog.ts'
import { orderColumns } from './order-columns.tsx'
import { OrderDeleteDialog } from './order-delete-dialog.tsx'
import type { OrderDialog } from './order-dialog.ts'
import { OrderEditDialog } from './order-edit-dialog.tsx'

/** What shows orders: a change here makes all of it stale. */
const showingOrders = [adminOrderApi.list, orderApi.list, orderApi.detail]

const orderOfCreation: Sort<OrderSortColumn> = { column: 'id', order: 'asc' }

export function AdminOrderListPage() {
  const address = useListAddress<OrderSortColumn>(orderSortColumns, orderOfCreation)
  const query = useQuery({
    ...apiQuery(adminOrderApi.list, { query: listQuery(address) }),
    ...freshOnOpening,
  })
  const rows = query.data?.orders
  const selection = useSelection(address.key, rows?.map(({ id }) => id) ?? [])
  const dialogs = useListDialog<OrderDialog>({
    stale: showingOrders,
    resetSelection: selection.reset,
  })

  return (
    <>
      <ListScreen<Order, OrderSortColumn>
        title="訂單列表"
        columns={orderColumns}
        titleOf={(order) => order.id}
        address={address}
        list={{
          rows,
          pagination: query.data?.pagination,
          error: query.error,
          retry: () => void query.refetch(),
        }}
        selection={selection}
        heading={dialogs.heading}
        emptyText="目前無資料"
        onEdit={(entry) => dialogs.open({ mode: 'edit', entry })}
        onDelete={(entry) => dialogs.open({ mode: 'delete', entry })}
        onDeleteMany={(entries) => dialogs.open({ mode: 'allDelete', entries })}
      />
      <OpenDialog dialogs={dialogs} />
    </>
  )
}

function OpenDialog({ dialogs }: { dialogs: ReturnType<typeof useListDialog<OrderDialog>> }) {
  const { dialog, close, saved, deleted } = dialogs
  switch (dialog?.mode) {
    case 'edit':
      return <OrderEditDialog order={dialog.entry} onSaved={saved} onClose={close} />
    case 'delete':
    case 'allDelete':
      return (
        <OrderDeleteDialog
          orders={dialog.mode === 'delete' ? [dialog.entry] : dialog.entries}
          onDeleted={deleted}
          onFailed={deleted}
          onClose={close}
        />
      )
  }
}
