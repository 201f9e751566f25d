import Box from '@mui/material/Box'
import type { Coupon } from '#contract/coupons.ts'
import { formatDay } from '../../ui/dates.ts'
import { EnabledChip } from '../lists/enabled-chip.tsx'
import { timeMs } from '../ui/fields/taipei-input.ts'
import { couponLabel } from './coupon-label.ts'
import { CouponTitle } from './coupon-title.tsx'
import { ExpiredChip } from './expired-chip.tsx'

/** A row of the coupon list on a narrow screen. */
export function CouponCard({ coupon }: { coupon: Coupon }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={line}>
        <Box component="strong" sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
          <CouponTitle coupon={coupon} />
        </Box>
        <EnabledChip isEnabled={coupon.is_enabled === 1} />
      </Box>
      <Box sx={{ overflowWrap: 'anywhere' }}>
        {coupon.code}・{couponLabel(coupon.percent)}
      </Box>
      <Box sx={{ ...line, color: 'text.secondary', fontSize: '0.875rem' }}>
        <span>到期日 {formatDay(timeMs(coupon.due_date))}</span>
        <ExpiredChip dueDate={coupon.due_date} />
      </Box>
    </Box>
  )
}

const line = { display: 'flex', justifyContent: 'space-between', alignItems: 'center', gap: 1 }
