import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { Customer } from '#contract/customers.ts'
import { paths } from '../../paths.ts'

/** A customer by name, as a link to the page; whether it is a member stands below. */
export function CustomerName({
  customer,
}: {
  customer: Pick<Customer, 'id' | 'name' | 'member_id'>
}) {
  return (
    <Box component="span" sx={{ display: 'grid', overflowWrap: 'anywhere' }}>
      <Link component={RouterLink} to={paths.adminCustomer(customer.id)} color="inherit">
        {customer.name}
      </Link>
      <Box component="span" sx={{ fontSize: '0.75rem', color: 'text.secondary' }}>
        {customer.id}・{customer.member_id === undefined ? '訪客' : '會員'}
      </Box>
    </Box>
  )
}
