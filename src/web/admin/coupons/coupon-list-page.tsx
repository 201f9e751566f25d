import DeleteIcon from '@mui/icons-material/Delete'
import { cartApi } from '#contract/cart.ts'
import { adminCouponApi } from '#contract/coupons.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { CouponCard } from './coupon-card.tsx'
import { couponColumns } from './coupon-columns.tsx'
import { CouponDeleteDialog } from './coupon-delete-dialog.tsx'
import { CouponFormDialog } from './coupon-form-dialog.tsx'

const couponList = defineList({
  title: '優惠券列表',
  path: paths.adminCoupons(),
  endpoint: adminCouponApi.list,
  rowsOf: ({ coupons }) => coupons,
  columns: couponColumns,
  labelOf: (coupon) => coupon.title,
  card: (coupon) => <CouponCard coupon={coupon} />,
  create: { label: '新增優惠券', dialog: (controls) => <CouponFormDialog {...controls} /> },
  dialogs: {
    edit: ({ entry, ...controls }) => <CouponFormDialog coupon={entry} {...controls} />,
    delete: ({ entry, ...controls }) => <CouponDeleteDialog entries={[entry]} {...controls} />,
  },
  rowActions: [
    { label: '編輯', dialog: 'edit' },
    { label: '刪除', dialog: 'delete', color: 'error' },
  ],
  bulkActions: [
    {
      label: (isAllChecked) => (isAllChecked ? '全部刪除' : '刪除'),
      icon: <DeleteIcon />,
      dialog: CouponDeleteDialog,
    },
  ],
  staleEndpoints: [cartApi.read],
})

export function AdminCouponListPage() {
  return <ListPage list={couponList} />
}
