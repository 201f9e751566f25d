import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { Order } from '#contract/orders.ts'
import { paths } from '../../paths.ts'
import { OrderId } from './order-id.tsx'

/** The number of an order that can be read out; undefined from a server of the previous version. */
export function orderNumber({ number }: Partial<Pick<Order, 'number'>>): string | undefined {
  return number
}

/** An order by its number, with its id smaller below it. */
export function OrderName({
  order,
}: {
  order: Pick<Order, 'id'> & Partial<Pick<Order, 'number'>>
}) {
  const number = orderNumber(order)
  if (number === undefined) return <OrderId id={order.id} />
  return (
    <Box component="span" sx={{ display: 'grid' }}>
      <Link component={RouterLink} to={paths.adminOrder(order.id)} color="inherit">
        {number}
      </Link>
      <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        <OrderId id={order.id} />
      </Box>
    </Box>
  )
}
