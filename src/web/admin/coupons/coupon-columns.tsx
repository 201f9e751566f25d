import Box from '@mui/material/Box'
import type { Coupon, CouponSortColumn } from '#contract/coupons.ts'
import { formatDay } from '../../ui/dates.ts'
import { EnabledChip } from '../lists/enabled-chip.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { timeMs } from '../ui/fields/taipei-input.ts'
import { CouponTitle } from './coupon-title.tsx'
import { ExpiredChip } from './expired-chip.tsx'

export const couponColumns: ListColumn<Coupon, CouponSortColumn>[] = [
  {
    label: '名稱',
    width: 150,
    grows: true,
    sort: 'title',
    render: (coupon) => <CouponTitle coupon={coupon} />,
  },
  {
    label: '折扣數 (%)',
    width: 110,
    align: 'right',
    sort: 'percent',
    render: (coupon) => coupon.percent,
  },
  {
    label: '到期日',
    width: 110,
    sort: 'due_date',
    sortWords: ['早到晚', '晚到早'],
    render: ({ due_date }) => (
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 0.5 }}>
        <span>{formatDay(timeMs(due_date))}</span>
        <ExpiredChip dueDate={due_date} />
      </Box>
    ),
  },
  { label: '優惠碼', width: 136, sort: 'code', render: (coupon) => coupon.code },
  {
    label: '狀態',
    width: 84,
    sort: 'is_enabled',
    render: (coupon) => <EnabledChip isEnabled={coupon.is_enabled === 1} />,
  },
]
