import { adminOrderApi, type Order } from '#contract/orders.ts'
import { call } from '../../api/call.ts'
import { DeleteDialog } from '../lists/delete-dialog.tsx'
import { OrderId } from './order-id.tsx'
import { ordererName } from './orderer.ts'

interface OrderDeleteDialogProps {
  orders: Order[]
  onDeleted: () => void
  /** No word is said of it: the list shows that the orders are still there. */
  onFailed: () => void
  onClose: () => void
}

export function OrderDeleteDialog({ orders, ...answers }: OrderDeleteDialogProps) {
  return (
    <DeleteDialog
      entries={orders}
      titleOf={(order) => order.id}
      factsOf={({ id, user, products }) => [
        { label: '訂單編號', value: <OrderId id={id} /> },
        { label: '訂購人', value: ordererName(user.name) },
        {
          label: '商品',
          value: Object.values(products)
            .map((line) => line.product.title)
            .join('、'),
        },
      ]}
      remove={(id) => call(adminOrderApi.remove, { params: { id } })}
      {...answers}
    />
  )
}
