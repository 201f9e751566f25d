import DeleteIcon from '@mui/icons-material/Delete'
import { useMatch } from 'react-router'
import { adminCouponApi } from '#contract/coupons.ts'
import { paths } from '../../paths.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { CouponCard } from './coupon-card.tsx'
import { couponColumns } from './coupon-columns.tsx'
import { CouponDeleteDialog } from './coupon-delete-dialog.tsx'
import { CouponFormDialog } from './coupon-form-dialog.tsx'
import { CouponRulesPage } from './coupon-rules-page.tsx'

const couponList = defineList({
  title: '優惠券列表',
  path: paths.adminCoupons(),
  endpoint: adminCouponApi.list,
  importKind: 'coupons',
  exportKind: 'coupons',
  rowsOf: ({ coupons }) => coupons,
  columns: couponColumns,
  labelOf: (coupon) => coupon.title,
  card: (coupon) => <CouponCard coupon={coupon} />,
  create: {
    label: '新增優惠券',
    dialog: (controls) => <CouponFormDialog {...controls} />,
    permission: 'coupon.write',
  },
  dialogs: {
    edit: ({ entry, ...controls }) => <CouponFormDialog coupon={entry} {...controls} />,
    delete: ({ entry, ...controls }) => <CouponDeleteDialog entries={[entry]} {...controls} />,
  },
  rowActions: [
    { label: '編輯', dialog: 'edit', permission: 'coupon.write' },
    { label: '刪除', dialog: 'delete', permission: 'coupon.write', color: 'error' },
  ],
  bulkActions: [
    {
      label: (isAllChecked) => (isAllChecked ? '全部刪除' : '刪除'),
      icon: <DeleteIcon />,
      dialog: CouponDeleteDialog,
      permission: 'coupon.write',
    },
  ],
  runs: {
    kind: 'coupons',
    actions: [
      { action: 'enable', permission: 'coupon.write' },
      { action: 'disable', permission: 'coupon.write' },
      { action: 'archive', permission: 'coupon.write' },
    ],
  },
})

/** The list, or the rules of one coupon; `new` is the address of a dialog of the list. */
export function AdminCouponListPage() {
  const match = useMatch(paths.adminCoupon(':id'))
  const id = match?.params.id
  if (id !== undefined && id !== 'new') return <CouponRulesPage id={id} />
  return <ListPage list={couponList} />
}
