import { adminOrderApi, type Order } from '#contract/orders.ts'
import { call } from '../../api/call.ts'
import { DeleteDialog, EntryFacts, EntryTitles } from '../lists/delete-dialog.tsx'
import { useDeletion } from '../lists/deletion.ts'
import { OrderId } from './order-id.tsx'
import { ordererName } from './orderer.ts'

interface OrderDeleteDialogProps {
  /** One order, or several to delete together. */
  orders: Order[]
  onDeleted: () => void
  /** No word is said of it: the list shows that the orders are still there. */
  onFailed: () => void
  onClose: () => void
}

export function OrderDeleteDialog({
  orders,
  onDeleted,
  onFailed,
  onClose,
}: OrderDeleteDialogProps) {
  const only = orders.length === 1 ? orders[0] : undefined
  const deletion = useDeletion({
    remove: (id) => call(adminOrderApi.remove, { params: { id } }),
    onDeleted,
    onFailed,
  })

  return (
    <DeleteDialog
      title={only ? `${only.id} - 確認刪除` : '確認刪除多筆資料'}
      confirmLabel="確認刪除"
      isDeleting={deletion.isPending}
      onConfirm={() => deletion.mutate(orders.map(({ id }) => id))}
      onClose={onClose}
    >
      {only ? (
        <EntryFacts
          facts={[
            { label: '訂單編號', value: <OrderId id={only.id} /> },
            { label: '訂購人', value: ordererName(only.user.name) },
            {
              label: '商品',
              value: Object.values(only.products)
                .map((line) => line.product.title)
                .join('、'),
            },
          ]}
        />
      ) : (
        <EntryTitles titles={orders.map(({ id }) => ({ id, title: id }))} />
      )}
    </DeleteDialog>
  )
}
