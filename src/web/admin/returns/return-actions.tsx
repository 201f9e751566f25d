import Box from '@mui/material/Box'
import type { ComponentType } from 'react'
import { adminReturnApi, type StaffReturn } from '#contract/returns.ts'
import { useApiMutation } from '../../api/queries.ts'
import { noPermission, useMay } from '../admin-context.ts'
import { ActionButton } from '../ui/action-button.tsx'
import {
  AcceptDialog,
  JudgeDialog,
  RefundReturnDialog,
  RefuseDialog,
  type ReturnDialogProps,
} from './return-dialogs.tsx'

/** One button for the next step, and quieter ones for what else may be done. */
export function ReturnActions(props: {
  one: StaffReturn
  onOpen: (dialog: ComponentType<ReturnDialogProps>) => void
}) {
  const { one, onOpen } = props
  const receive = useApiMutation(adminReturnApi.receive, { isPendingUntilShown: true })
  const may = useMay()
  const isOnItsWay = one.state === 'asked' || one.state === 'accepted'
  return (
    <Box sx={actions}>
      {(isOnItsWay || one.state === 'received') && (
        <ActionButton permission="order.write" color="error" onClick={() => onOpen(RefuseDialog)}>
          不接受
        </ActionButton>
      )}
      {isOnItsWay && one.sums && (
        <ActionButton
          permission="refund.write"
          refusal={may('order.write') ? undefined : noPermission}
          color="inherit"
          onClick={() => onOpen(RefundReturnDialog)}
        >
          不收回商品，直接退款
        </ActionButton>
      )}
      {one.state === 'accepted' && (
        <ActionButton
          permission="order.ship"
          color="inherit"
          isLoading={receive.isPending}
          onClick={() => receive.mutate({ params: { id: one.id }, data: {} })}
        >
          先登記收到，稍後檢查
        </ActionButton>
      )}
      {one.state === 'asked' && (
        <ActionButton
          permission="order.write"
          variant="contained"
          onClick={() => onOpen(AcceptDialog)}
        >
          接受退貨
        </ActionButton>
      )}
      {(one.state === 'accepted' || one.state === 'received') && (
        <ActionButton
          permission="order.ship"
          variant="contained"
          onClick={() => onOpen(JudgeDialog)}
        >
          {one.state === 'accepted' ? '收到並檢查' : '登記檢查結果'}
        </ActionButton>
      )}
      {one.state === 'judged' && (
        <ActionButton
          permission="refund.write"
          variant="contained"
          onClick={() => onOpen(RefundReturnDialog)}
        >
          退款
        </ActionButton>
      )}
    </Box>
  )
}

/** On a phone the next step stands first, as wide as the page. */
const actions = {
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1,
  width: { xs: '100%', sm: 'auto' },
  '& .MuiButton-contained': {
    order: { xs: -1, sm: 0 },
    flex: { xs: '1 1 100%', sm: '0 1 auto' },
    minHeight: { xs: 44, sm: 0 },
  },
} as const
