import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Paper from '@mui/material/Paper'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { adminCouponApi, type Coupon, type CouponUse } from '#contract/coupons.ts'
import { readPage } from '#contract/paging.ts'
import { apiQuery } from '../../api/queries.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { ListNotice } from '../lists/list-notice.tsx'
import { ListPagination } from '../lists/list-pagination.tsx'
import { Amount } from '../ui/amount.tsx'

/** The orders that have used a coupon, newest first; `used` are those that count. */
export function CouponUses({ coupon, used }: { coupon: Coupon; used: number }) {
  const [params] = useSearchParams()
  const page = readPage(params.get('page') ?? undefined) ?? 1
  const input = { params: { id: coupon.id }, query: { page: String(page) } }
  const query = useQuery({ ...apiQuery(adminCouponApi.uses, input), staleTime: 0 })
  const uses = query.data?.uses ?? []
  const limit = coupon.max_uses?.toLocaleString('zh-TW')
  return (
    <Paper variant="outlined" sx={{ p: 2 }}>
      <Typography variant="h2">使用紀錄</Typography>
      <Typography sx={{ my: 1, fontVariantNumeric: 'tabular-nums' }}>
        已使用 {used.toLocaleString('zh-TW')}
        {limit !== undefined && ` / ${limit}`}
      </Typography>
      {uses.length === 0 ? (
        <ListNotice
          isLoaded={query.data !== undefined}
          error={query.error}
          onRetry={() => void query.refetch()}
          emptyText="尚未有人使用"
        />
      ) : (
        <TableContainer tabIndex={0} aria-label="使用紀錄" role="region">
          <Table size="small" aria-label="使用紀錄">
            <TableHead>
              <TableRow>
                <TableCell>訂單編號</TableCell>
                <TableCell>會員</TableCell>
                <TableCell align="right">折扣金額</TableCell>
                <TableCell>時間</TableCell>
                <TableCell>狀態</TableCell>
              </TableRow>
            </TableHead>
            <TableBody>
              {uses.map((use) => (
                <UseRow key={use.order_id} use={use} />
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      <Box sx={{ display: 'flex', justifyContent: 'center', mt: 1 }}>
        <ListPagination
          title="使用紀錄"
          page={page}
          pages={query.data?.pagination.total_pages}
          search={(next) => (next > 1 ? `?page=${next}` : '')}
        />
      </Box>
    </Paper>
  )
}

function UseRow({ use }: { use: CouponUse }) {
  return (
    <TableRow>
      <TableCell>{use.order_number}</TableCell>
      <TableCell sx={{ overflowWrap: 'anywhere' }}>{use.member ?? '訪客'}</TableCell>
      <TableCell align="right">
        <Amount value={use.discount} />
      </TableCell>
      <TableCell>{formatTimestamp(use.at)}</TableCell>
      <TableCell>
        {use.returned_at !== undefined && <Chip size="small" variant="outlined" label="已歸還" />}
      </TableCell>
    </TableRow>
  )
}
