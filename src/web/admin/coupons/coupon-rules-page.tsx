import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { adminCouponApi } from '#contract/coupons.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { CouponRulesPanel } from './coupon-rules-panel.tsx'
import { CouponUses } from './coupon-uses.tsx'

/** A coupon with its rules, and the orders that have used it. */
export function CouponRulesPage({ id }: { id: string }) {
  // The fields begin with the rules of now, not with those of an earlier visit.
  const fresh = { staleTime: 0, gcTime: 0 }
  const query = useQuery({ ...apiQuery(adminCouponApi.detail, { params: { id } }), ...fresh })
  const title = query.data?.coupon.title
  usePageTitle(title ?? '優惠券')
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, maxWidth: 960 }}>
      <Box>
        <Button color="inherit" component={Link} to={paths.adminCoupons()}>
          返回優惠券列表
        </Button>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {title ?? '優惠券'}
        </Typography>
      </Box>
      {query.data ? (
        <>
          <CouponRulesPanel key={id} coupon={query.data.coupon} />
          <CouponUses coupon={query.data.coupon} used={query.data.uses} />
        </>
      ) : query.error ? (
        <RetryAlert query={query} />
      ) : (
        <CircularProgress aria-label="載入中" />
      )}
    </Box>
  )
}
