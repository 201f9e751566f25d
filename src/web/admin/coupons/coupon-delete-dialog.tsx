import { adminCouponApi, type Coupon } from '#contract/coupons.ts'
import { write } from '../../api/write.ts'
import { formatDay } from '../../ui/dates.ts'
import { DeleteDialog } from '../lists/delete-dialog.tsx'
import type { DialogProps } from '../lists/list-definition.ts'
import { timeMs } from '../ui/fields/taipei-input.ts'
import { couponLabel } from './coupon-label.ts'

export function CouponDeleteDialog({ entries, ...controls }: DialogProps & { entries: Coupon[] }) {
  return (
    <DeleteDialog
      {...controls}
      entries={entries}
      trashKind="coupon"
      labelOf={(coupon) => coupon.title}
      detailsOf={({ due_date, percent, code }) => [
        { label: '到期日', value: formatDay(timeMs(due_date)) },
        { label: '折扣數', value: `顧客付 ${percent} %（${couponLabel(percent)}）` },
        { label: '優惠碼', value: code },
      ]}
      remove={(id) => write(adminCouponApi.remove, { params: { id } })}
    />
  )
}
