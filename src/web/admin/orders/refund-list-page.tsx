import { adminOrderLifeApi } from '#contract/order-life.ts'
import { orderApi } from '#contract/orders.ts'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import { adminRefundApi, type ListedRefund } from '#contract/refunds.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { Amount } from '../amount.tsx'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { OrderName } from './order-number.tsx'
import { refundStateLabels } from './refund-labels.ts'
import { RemittedDialog } from './remitted-dialog.tsx'

const refundColumns: ListColumn<ListedRefund, never>[] = [
  {
    label: '訂單編號',
    width: 200,
    render: ({ order_id: id, order_number: number }) => <OrderName order={{ id, number }} />,
  },
  { label: '狀態', width: 110, render: ({ state }) => refundStateLabels[state] },
  {
    label: '退款金額',
    width: 110,
    align: 'right',
    render: ({ amount }) => <Amount value={amount} />,
  },
  { label: '退款原因', width: 160, grows: true, render: ({ reason }) => reason },
  { label: '付款方式', width: 120, render: ({ method }) => paymentMethodLabel(method) },
  { label: '建立時間', width: 140, render: (refund) => formatTimestamp(refund.created_at) },
]

const refundList = defineList({
  title: '退款',
  path: paths.adminRefunds(),
  endpoint: adminRefundApi.list,
  rowsOf: ({ refunds }) => refunds,
  columns: refundColumns,
  labelOf: ({ order_number, amount }) => `${order_number} NT$${amount}`,
  filters: [
    {
      name: 'state',
      label: '退款狀態',
      options: [
        { value: '', label: '待處理' },
        { value: 'all', label: '全部' },
        ...Object.entries(refundStateLabels).map(([value, label]) => ({ value, label })),
      ],
    },
  ],
  emptyText: ({ state }) => (state ? '目前無資料' : '沒有需要處理的退款'),
  dialogs: {
    remitted: ({ entry, onDeleted, onClose }) => (
      <RemittedDialog refund={entry} onSaved={onDeleted} onClose={onClose} />
    ),
  },
  rowActions: [
    {
      label: '已匯款',
      dialog: 'remitted',
      permission: 'refund.write',
      isFor: ({ state }) => state === 'manual',
    },
  ],
  staleEndpoints: [adminOrderLifeApi.detail, orderApi.detail, orderApi.list],
})

export function AdminRefundListPage() {
  return <ListPage list={refundList} />
}
