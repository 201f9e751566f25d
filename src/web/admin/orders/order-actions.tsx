import Box from '@mui/material/Box'
import type { ComponentType } from 'react'
import { adminOrderLifeApi } from '#contract/order-life.ts'
import { useApiMutation } from '../../api/queries.ts'
import { useMay } from '../admin-context.ts'
import { PermittedButton } from '../permitted-button.tsx'
import { CancelOrderDialog } from './cancel-order-dialog.tsx'
import { CloseRestDialog } from './close-rest-dialog.tsx'
import { type OrderDialogProps, type OrderLife, orderEndpoints } from './order-life.ts'
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
  const prepare = useApiMutation(adminOrderLifeApi.prepare, { refresh: orderEndpoints })
  const restore = useApiMutation(adminOrderLifeApi.restore, { refresh: orderEndpoints })
  if (life.is_archived) {
    return (
      <PermittedButton
        permission="order.write"
        variant="contained"
        loading={restore.isPending}
        onClick={() => restore.mutate({ params })}
      >
        還原
      </PermittedButton>
    )
  }
  // What gives captured money back needs the right to refund it besides.
  const ending = life.order.is_paid && may('order.write') ? 'refund.write' : 'order.write'
  const can = (action: OrderLife['actions'][number]) => life.actions.includes(action)
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {can('cancel') && (
        <PermittedButton
          permission={ending}
          color="error"
          onClick={() => onOpen(CancelOrderDialog)}
        >
          取消訂單
        </PermittedButton>
      )}
      {can('return') && (
        <PermittedButton
          permission={ending}
          color="inherit"
          onClick={() => onOpen(ReturnOrderDialog)}
        >
          登記退貨
        </PermittedButton>
      )}
      {can('close_rest') && (
        <PermittedButton
          permission="order.ship"
          color="inherit"
          onClick={() => onOpen(CloseRestDialog)}
        >
          其餘不出貨
        </PermittedButton>
      )}
      {can('prepare') && (
        <PermittedButton
          permission="order.ship"
          variant="outlined"
          color="inherit"
          loading={prepare.isPending}
          onClick={() => prepare.mutate({ params })}
        >
          開始備貨
        </PermittedButton>
      )}
      {can('ship') && (
        <PermittedButton
          permission="order.ship"
          variant="contained"
          onClick={() => onOpen(ShipOrderDialog)}
        >
          新增包裹
        </PermittedButton>
      )}
    </Box>
  )
}
