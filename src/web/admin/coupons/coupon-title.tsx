import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import type { Coupon } from '#contract/coupons.ts'
import { paths } from '../../paths.ts'

/** The title of a coupon leads to its rules. Its card as a whole is a button below it. */
export function CouponTitle({ coupon }: { coupon: Coupon }) {
  return (
    <Link
      component={RouterLink}
      to={paths.adminCoupon(coupon.id)}
      color="inherit"
      sx={{ position: 'relative', zIndex: 1 }}
    >
      {coupon.title}
    </Link>
  )
}
