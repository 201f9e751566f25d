import { adminCouponApi, type Coupon } from '#contract/coupons.ts'
import { call } from '../../api/call.ts'
import { formatDay } from '../../ui/dates.ts'
import { showToast } from '../../ui/toast-store.ts'
import { DeleteDialog, EntryFacts, EntryTitles } from '../lists/delete-dialog.tsx'
import { useDeletion } from '../lists/deletion.ts'
import { expiryMs } from './expiry.ts'

interface CouponDeleteDialogProps {
  /** One coupon, or several to delete together. */
  coupons: Coupon[]
  onDeleted: () => void
  onFailed: () => void
  onClose: () => void
}

export function CouponDeleteDialog(props: CouponDeleteDialogProps) {
  const { coupons } = props
  const only = coupons.length === 1 ? coupons[0] : undefined
  const deletion = useDeletion({
    remove: (id) => call(adminCouponApi.remove, { params: { id } }),
    onDeleted: props.onDeleted,
    onFailed: (error) => {
      showToast({ message: error.message, success: false })
      props.onFailed()
    },
  })

  return (
    <DeleteDialog
      title={only ? `${only.title} - 確認刪除` : '確認刪除多筆資料'}
      confirmLabel="確認刪除"
      isDeleting={deletion.isPending}
      onConfirm={() => deletion.mutate(coupons.map(({ id }) => id))}
      onClose={props.onClose}
    >
      {only ? (
        <EntryFacts
          facts={[
            { label: '到期日', value: formatDay(expiryMs(only.due_date)) },
            { label: '折扣數', value: `${only.percent} %` },
            { label: '優惠碼', value: only.code },
          ]}
        />
      ) : (
        <EntryTitles titles={coupons} />
      )}
    </DeleteDialog>
  )
}
