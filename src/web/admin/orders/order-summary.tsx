import CallIcon from '@mui/icons-material/Call'
import ContentCopyIcon from '@mui/icons-material/ContentCopy'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import type { StaffOrder } from '#contract/orders.ts'
import { copyText } from '../../ui/copy-text.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { Amount } from '../ui/amount.tsx'
import { orderNumber } from './order-number.tsx'
import { type OrderSums, orderSums } from './order-sums.ts'

/** When the order was made, how to reach its orderer, and what was said with it. */
export function OrderContact({ order }: { order: StaffOrder }) {
  const { tel } = order.user
  const number = orderNumber(order)
  return (
    <Box component="dl" sx={facts}>
      {number && <Fact label="訂單編號">{number}</Fact>}
      <Fact label="訂單日期">{formatTimestamp(order.create_at)}</Fact>
      <Fact label="聯絡電話">
        <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1 }}>
          <span>{tel}</span>
          <Button
            color="inherit"
            size="small"
            startIcon={<CallIcon />}
            href={`tel:${tel.replace(/[^\d+]/g, '')}`}
            aria-label={`撥打 ${tel}`}
            sx={touchTarget}
          >
            撥打
          </Button>
          <Button
            color="inherit"
            size="small"
            startIcon={<ContentCopyIcon />}
            aria-label="複製電話"
            onClick={() => void copyText(tel, '已複製電話')}
            sx={touchTarget}
          >
            複製
          </Button>
        </Box>
      </Fact>
      <Fact label="備註">
        <Box component="span" sx={{ whiteSpace: 'pre-line' }}>
          {order.message || '無'}
        </Box>
      </Fact>
    </Box>
  )
}

/** Subtotal, discount and total, for staff with `money.read`: the lines add up to what is charged. */
export function OrderSumList({ order }: { order: StaffOrder }) {
  const known = orderSums(order)
  return known ? <SumList {...known} shippingFee={order.shipping_fee} /> : null
}

export function SumList(props: OrderSums & { shippingFee?: number | undefined }) {
  const { subtotal, discount, coupon, credit = 0, shippingFee, total } = props
  return (
    <Box component="dl" sx={sums}>
      <Sum label="小計">
        <Amount value={subtotal} />
      </Sum>
      {(discount !== 0 || coupon) && (
        <Sum label={coupon ? `優惠（${coupon}）` : '優惠'}>
          −<Amount value={discount} />
        </Sum>
      )}
      {shippingFee !== undefined && (
        <Sum label="運費">
          <Amount value={shippingFee} />
        </Sum>
      )}
      {credit > 0 && (
        <Sum label="購物金與點數">
          −<Amount value={credit} />
        </Sum>
      )}
      <Sum label="總計" isTotal>
        <Amount value={total} />
      </Sum>
    </Box>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'contents' }}>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </Box>
  )
}

function Sum(props: { label: string; isTotal?: boolean; children: ReactNode }) {
  const weight = props.isTotal ? { fontWeight: 600 } : {}
  return (
    <Box sx={{ display: 'contents', ...weight }}>
      <Box component="dt" sx={{ overflowWrap: 'anywhere', ...weight }}>
        {props.label}
      </Box>
      <Box component="dd" sx={{ m: 0, textAlign: 'right', whiteSpace: 'nowrap', ...weight }}>
        {props.children}
      </Box>
    </Box>
  )
}

const facts = {
  m: 0,
  display: 'grid',
  gridTemplateColumns: '5em minmax(0, 1fr)',
  alignItems: 'center',
  columnGap: 1,
  rowGap: 0.5,
} as const
const sums = {
  m: 0,
  px: { xs: 0.5, sm: 2 },
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  gap: 0.5,
} as const
const touchTarget = { minHeight: 44 } as const
