import Box from '@mui/material/Box'
import { paymentMethodLabel } from '#contract/payment-method-labels.ts'
import { adminRefundApi, type ListedRefund } from '#contract/refunds.ts'
import { paths } from '../../../paths.ts'
import { formatTimestamp } from '../../../ui/dates.ts'
import { defineList } from '../../lists/list-definition.ts'
import { ListPage } from '../../lists/list-page.tsx'
import type { ListColumn } from '../../lists/list-table-head.tsx'
import { Amount } from '../../ui/amount.tsx'
import { OrderName } from '../order-number.tsx'
import { RefundAccountLine } from './refund-account.tsx'
import { refundStateLabels } from './refund-labels.ts'
import {
  AskRefundDialog,
  RefundByHandDialog,
  RetryRefundDialog,
  SeenDoneDialog,
  SeenNotDoneDialog,
} from './refund-move-dialogs.tsx'
import { RemittedDialog } from './remitted-dialog.tsx'

const refundColumns: ListColumn<ListedRefund, never>[] = [
  {
    label: '訂單編號',
    width: 160,
    render: ({ order_id: id, order_number: number }) => <OrderName order={{ id, number }} />,
  },
  { label: '狀態', width: 92, render: ({ state }) => refundStateLabels[state] },
  {
    label: '退款金額',
    width: 90,
    align: 'right',
    render: ({ amount, method }) => (
      <Box component="span" sx={{ display: 'grid' }}>
        <Amount value={amount} />
        <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
          {paymentMethodLabel(method)}
        </Box>
      </Box>
    ),
  },
  { label: '退款原因', width: 112, grows: true, render: (refund) => <Why refund={refund} /> },
  { label: '建立時間', width: 92, render: (refund) => formatTimestamp(refund.created_at) },
]

/** The reason, why nobody has sent it yet, and the account that it goes to. */
function Why({ refund }: { refund: ListedRefund }) {
  const { reason, last_error } = refund
  return (
    <Box sx={{ display: 'grid', gap: 0.5, overflowWrap: 'anywhere' }}>
      {reason}
      {last_error && <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{last_error}</Box>}
      <RefundAccountLine refund={refund} />
    </Box>
  )
}

/** Dropped refunds are found at their order, or with 「全部」. */
const { dropped: _, ...lookedUpStates } = refundStateLabels

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
        ...Object.entries(lookedUpStates).map(([value, label]) => ({ value, label })),
      ],
    },
  ],
  emptyText: ({ state }) => (state ? '目前無資料' : '沒有需要處理的退款'),
  dialogs: {
    remitted: ({ entry, onDeleted, onClose }) => (
      <RemittedDialog refund={entry} onSaved={onDeleted} onClose={onClose} />
    ),
    retry: RetryRefundDialog,
    byHand: RefundByHandDialog,
    ask: AskRefundDialog,
    seenDone: SeenDoneDialog,
    seenNotDone: SeenNotDoneDialog,
  },
  rowActions: [
    {
      label: '已匯款',
      dialog: 'remitted',
      permission: 'refund.write',
      isFor: ({ state }) => state === 'manual',
    },
    {
      label: '重新退款',
      dialog: 'retry',
      permission: 'refund.write',
      isFor: ({ state }) => state === 'failed',
    },
    {
      label: '改為人工退款',
      dialog: 'byHand',
      permission: 'refund.write',
      isFor: ({ state }) => state === 'failed',
    },
    {
      label: '再次查詢',
      dialog: 'ask',
      permission: 'refund.write',
      isFor: ({ is_unanswered }) => is_unanswered === true,
    },
    {
      label: '已退款',
      dialog: 'seenDone',
      permission: 'refund.write',
      isFor: ({ is_unanswered }) => is_unanswered === true,
    },
    {
      label: '未退款',
      dialog: 'seenNotDone',
      permission: 'refund.write',
      isFor: ({ is_unanswered }) => is_unanswered === true,
    },
  ],
})

export function AdminRefundListPage() {
  return <ListPage list={refundList} />
}
