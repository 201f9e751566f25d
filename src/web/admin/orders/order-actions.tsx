import Box from '@mui/material/Box'
import type { ComponentType } from 'react'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { useApiMutation } from '../../api/queries.ts'
import { useMay } from '../admin-context.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { ChangeOrderDialog } from './change/change-order-dialog.tsx'
import { CloseRestDialog } from './close-rest-dialog.tsx'
import type { OrderDialogProps, OrderLife } from './order-life.ts'
import { ReturnOrderDialog } from './return-order-dialog.tsx'
import { ShipOrderDialog } from './ship-order-dialog.tsx'

/** The buttons that the state of an order allows. */
export function OrderActions(props: {
  life: OrderLife
  onOpen: (dialog: ComponentType<OrderDialogProps>) => void
}) {
  const { life, onOpen } = props
  const may = useMay()
  const params = { id: life.order.id }
  const prepare = useApiMutation(adminOrderLifeApi.prepare, { isPendingUntilShown: true })
  const restore = useApiMutation(adminOrderLifeApi.restore, { isPendingUntilShown: true })
  if (life.is_archived) {
    return (
      <ActionButton
        permission="order.write"
        variant="contained"
        isLoading={restore.isPending}
        onClick={() => restore.mutate({ params })}
      >
        還原
      </ActionButton>
    )
  }
  // Ending a paid order refunds it, which needs `refund.write` besides.
  const ending = life.order.is_paid && may('order.write') ? 'refund.write' : 'order.write'
  const can = (action: OrderLife['actions'][number]) => life.actions.includes(action)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {can('cancel') && (
        <ActionButton permission={ending} color="error" onClick={() => onOpen(CancelOrderDialog)}>
          取消訂單
        </ActionButton>
      )}
      {life.can_change && (
        <ActionButton
          permission="order.write"
          color="inherit"
          onClick={() => onOpen(ChangeOrderDialog)}
        >
          變更訂單
        </ActionButton>
      )}
      {can('return') && (
        <ActionButton permission={ending} color="inherit" onClick={() => onOpen(ReturnOrderDialog)}>
          登記退貨
        </ActionButton>
      )}
      {can('close_rest') && (
        <ActionButton
          permission="order.ship"
          color="inherit"
          onClick={() => onOpen(CloseRestDialog)}
        >
          其餘不出貨
        </ActionButton>
      )}
      {can('prepare') && (
        <ActionButton
          permission="order.ship"
          variant="outlined"
          color="inherit"
          isLoading={prepare.isPending}
          onClick={() => prepare.mutate({ params })}
        >
          開始備貨
        </ActionButton>
      )}
      {can('ship') && (
        <ActionButton
          permission="order.ship"
          variant="contained"
          onClick={() => onOpen(ShipOrderDialog)}
        >
          新增包裹
        </ActionButton>
      )}
    </Box>
  )
}
