import Box from '@mui/material/Box'
import { contactName } from '#contract/members.ts'
import type { StaffOrder } from '#contract/orders.ts'
import { Panel } from '../ui/panel.tsx'
import { OrderContact } from './order-summary.tsx'

/** Customer and delivery address. */
export function OrderCustomer({ order }: { order: StaffOrder }) {
  const { user } = order
  return (
    <Panel title="訂購人">
      <Box component="dl" sx={facts}>
        <dt>姓名</dt>
        <dd>{contactName(user.name)}</dd>
        <dt>電子信箱</dt>
        <dd>{user.email}</dd>
        <dt>地址</dt>
        <dd>{user.address}</dd>
      </Box>
      <OrderContact order={order} />
    </Panel>
  )
}

const facts = {
  m: 0,
  mb: 0.5,
  display: 'grid',
  gridTemplateColumns: '5em minmax(0, 1fr)',
  columnGap: 1,
  rowGap: 0.5,
  '& dt': { color: 'text.secondary' },
  '& dd': { m: 0, overflowWrap: 'anywhere' },
} as const
