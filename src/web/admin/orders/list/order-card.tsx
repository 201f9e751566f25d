import Box from '@mui/material/Box'
import { contactName } from '#contract/members.ts'
import type { StaffOrder } from '#contract/orders.ts'
import { formatTimestamp } from '../../../ui/dates.ts'
import { Amount } from '../../ui/amount.tsx'
import { OrderName } from '../order-number.tsx'
import { orderPieces } from '../order-sums.ts'
import { OrderProgress } from '../paid-chip.tsx'

/** A row of the order list on a narrow screen. */
export function OrderCard({ order }: { order: StaffOrder }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={line}>
        <Box component="strong" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {contactName(order.user.name)}
        </Box>
        {order.total !== undefined && (
          <Box component="strong">
            <Amount value={Math.round(order.total)} />
          </Box>
        )}
      </Box>
      <Box sx={line}>
        <Box component="span" sx={muted}>
          {formatTimestamp(order.create_at)}・<span>共 {orderPieces(order)} 件</span>
        </Box>
        <OrderProgress order={order} />
      </Box>
      <Box sx={{ ...muted, fontSize: '0.75rem' }}>
        <OrderName order={order} />
      </Box>
    </Box>
  )
}

const line = { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }
const muted = { color: 'text.secondary', fontSize: '0.875rem' }
