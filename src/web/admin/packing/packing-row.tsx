import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import MuiLink from '@mui/material/Link'
import TextField from '@mui/material/TextField'
import { memo } from 'react'
import { Link } from 'react-router'
import { contactName } from '#contract/members.ts'
import type { PackingOrder } from '#contract/packing.ts'
import { paths } from '../../paths.ts'
import { deliveryName, withTemperature } from '../../shared/delivery-name.ts'
import { onDeliveryLabel } from '../../shared/payment-state-label.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { SameRecipient } from './same-recipient.tsx'

interface PackingRowProps {
  order: PackingOrder
  isSelected: boolean
  onToggle: (id: string) => void
  number: string
  warning: string | undefined
  failure: string | undefined
  onNumber: (id: string, number: string) => void
  /** The order above it whose parcel, and number, it shares. */
  parcelOf: string | undefined
}

/** Of hundreds of rows only the one that changes is drawn again. */
export const PackingRow = memo(function PackingRow(props: PackingRowProps) {
  const { order, isSelected, onToggle, failure, parcelOf } = props
  const { number, user, lines, message } = order
  const method = deliveryName(order.shipping)
  return (
    <Box component="li" sx={row}>
      <Checkbox
        checked={isSelected}
        onChange={() => onToggle(order.id)}
        slotProps={{ input: { 'aria-label': `選取 ${number}` } }}
        sx={{ ml: -1 }}
      />
      <Box sx={columns}>
        <Box sx={{ minWidth: 0 }}>
          <MuiLink
            component={Link}
            to={paths.adminOrder(order.id)}
            color="inherit"
            sx={{ fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}
          >
            {number}
          </MuiLink>
          <Box sx={quiet}>{formatDateTime(order.create_at)}</Box>
          <Box sx={quiet}>{contactName(user.name)}</Box>
          {method && <Box sx={quiet}>{method}</Box>}
          {order.is_on_delivery && <Box sx={quiet}>{onDeliveryLabel}</Box>}
          {order.ships_with && parcelOf === undefined && (
            <Box sx={quiet}>與 {order.ships_with.join('、')} 併單出貨</Box>
          )}
          {order.printed_at && (
            <Box sx={{ ...quiet, color: 'secondary.main' }}>
              已列印 {formatDateTime(order.printed_at)}
            </Box>
          )}
        </Box>
        <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          {lines.map(({ line_id, title, shipping_temperature, qty, unit }) => (
            <Box key={line_id} sx={{ display: 'flex', gap: 1, justifyContent: 'space-between' }}>
              <span>{withTemperature({ title, shipping_temperature })}</span>
              <Box
                component="span"
                sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}
              >
                {qty} {unit}
              </Box>
            </Box>
          ))}
          {order.is_partly_shipped && <Box sx={quiet}>部分商品已出貨</Box>}
          {message && <Box sx={quiet}>備註：{message}</Box>}
          <SameRecipient order={order} />
        </Box>
        <Box>
          {parcelOf === undefined ? (
            <NumberField {...props} />
          ) : (
            <Box sx={quiet}>與 {parcelOf} 同一個包裹</Box>
          )}
          {failure && (
            <Box role="alert" sx={{ color: 'error.main', fontSize: '0.875rem' }}>
              {failure}
            </Box>
          )}
        </Box>
      </Box>
    </Box>
  )
})

function NumberField({ order, number, warning, onNumber }: PackingRowProps) {
  return (
    <TextField
      size="small"
      fullWidth
      label="貨運單號"
      value={number}
      error={warning !== undefined}
      helperText={warning}
      onChange={({ target }) => onNumber(order.id, target.value)}
      slotProps={{
        htmlInput: {
          'aria-label': `${order.number} 的貨運單號`,
          autoComplete: 'off',
          'data-tracking': order.id,
        },
      }}
    />
  )
}

const row = {
  display: 'flex',
  alignItems: 'flex-start',
  gap: 0.5,
  py: 1.5,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
const columns = {
  flex: 1,
  minWidth: 0,
  display: 'grid',
  gap: { xs: 1.5, md: 3 },
  gridTemplateColumns: {
    xs: 'minmax(0, 1fr)',
    md: 'minmax(0, 11rem) minmax(0, 1fr) minmax(0, 15rem)',
  },
} as const
const quiet = { color: 'text.secondary', fontSize: '0.875rem', overflowWrap: 'anywhere' } as const
