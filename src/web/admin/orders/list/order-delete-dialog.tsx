import { contactName } from '#contract/members.ts'
import { formatMoney } from '#contract/money.ts'
import { adminOrderApi, type StaffOrder } from '#contract/orders.ts'
import { write } from '../../../api/write.ts'
import { DeleteDialog } from '../../lists/delete-dialog.tsx'
import type { DialogProps } from '../../lists/list-definition.ts'
import { Amount } from '../../ui/amount.tsx'
import { OrderId } from '../order-id.tsx'
import { PaidChip } from '../paid-chip.tsx'

/** Its place may still be paid, or end: the server keeps it out of the archive. */
export function isInOpenGroup({ state, group }: StaffOrder): boolean {
  return state === 'placed' && group !== undefined
}

/** By specification a delete that fails only closes the dialog. */
export function OrderDeleteDialog({
  entries,
  ...controls
}: DialogProps & { entries: StaffOrder[] }) {
  return (
    <DeleteDialog
      {...controls}
      entries={entries}
      isFailureSilent
      trashKind="order"
      labelOf={(order) => order.id}
      detailsOf={({ id, user, products, total = 0, is_paid }) => [
        { label: '訂單編號', value: <OrderId id={id} /> },
        { label: '訂購人', value: contactName(user.name) },
        {
          label: '商品',
          value: Object.values(products)
            .map((line) => line.product.title)
            .join('、'),
        },
        { label: '訂單金額', value: <Amount value={Math.round(total)} /> },
        { label: '付款狀態', value: <PaidChip isPaid={is_paid} /> },
      ]}
      warningOf={paidWarning}
      noticeOf={(orders) => {
        const kept = orders.filter(isInOpenGroup).length
        return kept > 0 ? `其中 ${kept} 筆屬於進行中的團，不會刪除，請先取消訂單。` : undefined
      }}
      remove={(id) => write(adminOrderApi.remove, { params: { id } })}
    />
  )
}

function paidWarning(orders: StaffOrder[]) {
  const paid = orders.filter((order) => order.is_paid)
  if (paid.length === 0) return undefined
  const amount = formatMoney(paid.reduce((sum, order) => sum + Math.round(order.total ?? 0), 0))
  return {
    title: orders.length === 1 ? '這筆訂單已付款' : `有 ${paid.length} 筆訂單已付款`,
    text: `顧客已付 ${amount}。刪除後，顧客與商店的列表都看不到這筆付款的訂單，可從垃圾桶還原。`,
  }
}
