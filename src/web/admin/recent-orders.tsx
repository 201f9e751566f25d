import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { contactName } from '#contract/members.ts'
import { adminOrderApi, type StaffOrder } from '#contract/orders.ts'
import { apiQuery } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { formatTimestamp } from '../ui/dates.ts'
import { MoneyChip } from './orders/paid-chip.tsx'
import { Amount } from './ui/amount.tsx'
import { RetryAlert } from './ui/retry-alert.tsx'

const shownOrders = 5

/** The newest orders, at a glance. */
export function RecentOrders() {
  const query = useQuery(apiQuery(adminOrderApi.list, { query: {} }))
  return (
    <Paper variant="outlined" sx={{ mt: 3, p: 2, maxWidth: 640 }}>
      <Typography variant="h2">最近的訂單</Typography>
      {query.data ? (
        <Orders orders={query.data.orders.slice(0, shownOrders)} />
      ) : query.error ? (
        <RetryAlert query={query} />
      ) : (
        <Skeleton variant="rounded" height={rowHeight * shownOrders} sx={{ my: 1 }} />
      )}
      <Button color="inherit" component={Link} to={paths.adminOrders()}>
        查看全部
      </Button>
    </Paper>
  )
}

const rowHeight = 52

function Orders({ orders }: { orders: StaffOrder[] }) {
  if (orders.length === 0) return <Box sx={{ py: 2, color: 'text.secondary' }}>目前無資料</Box>
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, my: 1, p: 0 }}>
      {orders.map((order) => (
        <Box key={order.id} component="li" sx={row}>
          <Box component="span" sx={{ color: 'text.secondary', whiteSpace: 'nowrap' }}>
            {formatTimestamp(order.create_at)}
          </Box>
          <Box component="span" sx={{ flex: '1 1 4em', overflowWrap: 'anywhere' }}>
            {contactName(order.user.name)}
          </Box>
          <Amount value={Math.round(order.total ?? 0)} />
          <MoneyChip order={order} />
        </Box>
      ))}
    </Box>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  minHeight: rowHeight,
  borderBottom: 1,
  borderColor: 'divider',
  fontVariantNumeric: 'tabular-nums',
} as const
