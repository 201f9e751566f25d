import Alert from '@mui/material/Alert'
import { formatMoney } from '#contract/money.ts'
import { adminOrderChangeApi } from '#contract/order-change.ts'
import type { StaffOrder } from '#contract/orders.ts'
import { useApiMutation } from '../../../api/queries.ts'
import { ActionButton } from '../../ui/action-button.tsx'

/** The open balance of a paid order: its shopper pays it, or the staff record it. */
export function OrderBalance({ order }: { order: StaffOrder }) {
  const record = useApiMutation(adminOrderChangeApi.recordBalance, { isPendingUntilShown: true })
  const { id, awaits_balance, balance_due: amount } = order
  if (!awaits_balance) return null
  return (
    <Alert
      severity="warning"
      sx={{ mb: 2, flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 16em' } }}
      action={
        amount !== undefined && (
          <ActionButton
            permission="payment.record"
            color="inherit"
            isLoading={record.isPending}
            onClick={() => record.mutate({ params: { id }, data: { amount } })}
          >
            登記已收補款
          </ActionButton>
        )
      }
    >
      訂單變更後{amount === undefined ? '尚有補款未付' : `還差 ${formatMoney(amount)}`}
      ，收到前不能備貨與出貨。顧客可在訂單頁補付；不補付時，可用「變更訂單」改回原內容。
    </Alert>
  )
}
