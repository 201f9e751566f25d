import { adminCouponApi, type Coupon } from '#contract/coupons.ts'
import { call } from '../../api/call.ts'
import { formatDay } from '../../ui/dates.ts'
import { showToast } from '../../ui/toast-store.ts'
import { DeleteDialog } from '../lists/delete-dialog.tsx'
import { expiryMs } from './expiry.ts'

interface CouponDeleteDialogProps {
  coupons: Coupon[]
  onDeleted: () => void
  onFailed: () => void
  onClose: () => void
}

export function CouponDeleteDialog(props: CouponDeleteDialogProps) {
  return (
    <DeleteDialog
      entries={props.coupons}
      titleOf={(coupon) => coupon.title}
      factsOf={(coupon) => [
        { label: '到期日', value: formatDay(expiryMs(coupon.due_date)) },
        { label: '折扣數', value: `${coupon.percent} %` },
        { label: '優惠碼', value: coupon.code },
      ]}
      remove={(id) => call(adminCouponApi.remove, { params: { id } })}
      onDeleted={props.onDeleted}
      onFailed={({ message }) => {
        showToast({ message, success: false })
        props.onFailed()
      }}
      onClose={props.onClose}
    />
  )
}
