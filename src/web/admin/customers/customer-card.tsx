import Box from '@mui/material/Box'
import type { Customer } from '#contract/customers.ts'
import { formatDay } from '../../ui/dates.ts'
import { Amount } from '../ui/amount.tsx'
import { CustomerName } from './customer-name.tsx'
import { CustomerTagChips } from './customer-tag-chips.tsx'

/** A row of the customer list on a narrow screen. */
export function CustomerCard({ customer }: { customer: Customer }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={line}>
        <CustomerName customer={customer} />
        <Box component="strong">
          <Amount value={customer.spent} />
        </Box>
      </Box>
      <Box sx={{ ...line, color: 'text.secondary', fontSize: '0.875rem' }}>
        <span>{customer.tel}</span>
        <span>
          {customer.orders.toLocaleString('zh-TW')} 筆・{formatDay(customer.last_order * 1000)}
        </span>
      </Box>
      <CustomerTagChips tags={customer.tags} />
    </Box>
  )
}

const line = { display: 'flex', justifyContent: 'space-between', alignItems: 'start', gap: 1 }
