import { useQuery } from '@tanstack/react-query'
import { cartApi } from '#contract/cart.ts'
import {
  adminCouponApi,
  type Coupon,
  type CouponSortColumn,
  couponSortColumns,
} from '#contract/coupons.ts'
import { apiQuery } from '../../api/queries.ts'
import { freshOnOpening, listQuery } from '../lists/list-query.ts'
import { ListScreen } from '../lists/list-screen.tsx'
import { useSelection } from '../lists/selection.ts'
import { useListAddress } from '../lists/use-list-address.ts'
import { useListDialog } from '../lists/use-list-dialog.ts'
import { couponColumns } from './coupon-columns.tsx'
import { CouponDeleteDialog } from './coupon-delete-dialog.tsx'
import type { CouponDialog } from './coupon-dialog.ts'
import { CouponFormDialog } from './coupon-form-dialog.tsx'

/** What shows coupons: a change here makes all of it stale. */
const showingCoupons = [adminCouponApi.list, cartApi.read]

export function AdminCouponListPage() {
  const address = useListAddress<CouponSortColumn>(couponSortColumns)
  const query = useQuery({
    ...apiQuery(adminCouponApi.list, { query: listQuery(address) }),
    ...freshOnOpening,
  })
  const rows = query.data?.coupons
  const selection = useSelection(address.key, rows?.map(({ id }) => id) ?? [])
  const dialogs = useListDialog<CouponDialog>({
    stale: showingCoupons,
    resetSelection: selection.reset,
  })

  return (
    <>
      <ListScreen<Coupon, CouponSortColumn>
        title="優惠券列表"
        columns={couponColumns}
        titleOf={(coupon) => coupon.title}
        address={address}
        list={{
          rows,
          pagination: query.data?.pagination,
          error: query.error,
          retry: () => void query.refetch(),
        }}
        selection={selection}
        heading={dialogs.heading}
        emptyText="目前無資料"
        create={{ label: '新增優惠券', onClick: () => dialogs.open({ mode: 'create' }) }}
        onEdit={(entry) => dialogs.open({ mode: 'edit', entry })}
        onDelete={(entry) => dialogs.open({ mode: 'delete', entry })}
        onDeleteMany={(entries) => dialogs.open({ mode: 'allDelete', entries })}
      />
      <OpenDialog dialogs={dialogs} />
    </>
  )
}

function OpenDialog({ dialogs }: { dialogs: ReturnType<typeof useListDialog<CouponDialog>> }) {
  const { dialog, close, saved, deleted, reload } = dialogs
  switch (dialog?.mode) {
    case 'create':
      return <CouponFormDialog onSaved={saved} onClose={close} />
    case 'edit':
      return <CouponFormDialog coupon={dialog.entry} onSaved={saved} onClose={close} />
    case 'delete':
    case 'allDelete':
      return (
        <CouponDeleteDialog
          coupons={dialog.mode === 'delete' ? [dialog.entry] : dialog.entries}
          onDeleted={deleted}
          onFailed={reload}
          onClose={close}
        />
      )
  }
}
