import Box from '@mui/material/Box'
import { adminOrderMergeApi } from '#contract/order-merge.ts'
import type { PackingOrder } from '#contract/packing.ts'
import { useApiMutation } from '../../api/queries.ts'
import { ActionButton } from '../ui/action-button.tsx'

/** Other orders of the list that could go in the parcel of this one; said once, at the oldest of them. */
export function SameRecipient({ order }: { order: PackingOrder }) {
  const merge = useApiMutation(adminOrderMergeApi.merge, { refreshesOnConflict: true })
  const others = order.same_recipient ?? []
  if (others.length === 0 || others.some((id) => id < order.id)) return null
  return (
    <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1, mt: 0.5 }}>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
        同一位收件人還有 {others.length} 筆訂單
      </Box>
      <ActionButton
        permission="order.ship"
        size="small"
        variant="outlined"
        color="inherit"
        about={order.number}
        isLoading={merge.isPending}
        onClick={() => merge.mutate({ params: { id: order.id }, data: { with: others } })}
      >
        併單出貨
      </ActionButton>
    </Box>
  )
}
