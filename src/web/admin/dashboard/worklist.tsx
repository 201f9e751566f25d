import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link as RouterLink } from 'react-router'
import { reportApi, type WorklistKind } from '#contract/reports.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { formatTimeDay } from '../../ui/dates.ts'
import { Loading } from './loading.tsx'

const entries: Record<WorklistKind, { label: string; link: string }> = {
  to_ship: { label: '待出貨', link: paths.adminPacking() },
  shipment_problem: { label: '超商寄件問題', link: paths.adminShipments('problem') },
  shipment_back: { label: '超商退回', link: paths.adminShipments('back') },
  unanswered: { label: '待回覆留言', link: `${paths.adminOrders()}?unanswered=1` },
  expiring: { label: '即將逾期未付款', link: `${paths.adminOrders()}?state=placed&expires=24` },
  return_asked: { label: '待審核退貨', link: paths.adminReturns('asked') },
  return_to_come: { label: '待收回退貨', link: paths.adminReturns('to_come') },
  return_to_refund: { label: '待退款退貨', link: paths.adminReturns('to_refund') },
  refund_failed: { label: '退款失敗', link: `${paths.adminRefunds()}?state=failed` },
  refund_manual: { label: '待人工退款', link: `${paths.adminRefunds()}?state=manual` },
  balance_due: { label: '待補款', link: `${paths.adminOrders()}?balance=due` },
  paid_back: {
    label: '已退款未取消',
    link: `${paths.adminOrders()}?state=paid,preparing&payment=refunded`,
  },
  difference: { label: '對帳差異', link: paths.adminReconciliation() },
  at_risk: { label: '可能不成團', link: paths.adminGroups('at_risk') },
  shortfall: { label: '團購短缺', link: paths.adminGroups('shortfall') },
  to_order: { label: '待叫貨', link: paths.adminSupply('to_order') },
  to_arrive: { label: '待到貨', link: paths.adminSupply('to_arrive') },
  hand_over: { label: '團主交款待確認', link: paths.adminLeaderAccounts('announced') },
  invoice_failed: { label: '發票待處理', link: paths.adminInvoices('problem') },
  invoice_numbers_low: { label: '發票號碼不足', link: paths.adminInvoices('all') },
  stock_low: { label: '庫存偏低', link: `${paths.adminStock()}?stock=low` },
  job_failed: { label: '失敗的工作', link: paths.adminJobs() },
}

export function Worklist() {
  const query = useQuery({ ...apiQuery(reportApi.worklist, {}), staleTime: 0 })
  // A newer server may name what this page does not know.
  const waiting = query.data?.worklist.filter(({ kind, count }) => count > 0 && kind in entries)
  return (
    <Box component="section" aria-labelledby="worklist">
      <Typography id="worklist" variant="h2">
        待處理
      </Typography>
      <Loading query={query} height={88}>
        {waiting?.length === 0 ? (
          <Typography sx={{ mt: 1, color: 'text.secondary' }}>目前沒有待處理事項</Typography>
        ) : (
          <Box component="ul" sx={cards}>
            {waiting?.map(({ kind, count, due_at: dueAt }) => (
              <Paper key={kind} component="li" variant="outlined" sx={card}>
                <Box sx={{ color: 'text.secondary' }}>{entries[kind].label}</Box>
                <Link
                  component={RouterLink}
                  to={entries[kind].link}
                  color="inherit"
                  aria-label={`${entries[kind].label} ${count}`}
                  sx={number}
                >
                  {count.toLocaleString('zh-TW')}
                </Link>
                {dueAt !== undefined && (
                  <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>
                    最早 {formatTimeDay(dueAt).slice(5)} 到期
                  </Box>
                )}
              </Paper>
            ))}
          </Box>
        )}
      </Loading>
    </Box>
  )
}

const cards = {
  listStyle: 'none',
  m: 0,
  mt: 1.5,
  p: 0,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
} as const
const card = {
  position: 'relative',
  p: 2,
  minHeight: 88,
  '&:hover': { borderColor: 'text.primary' },
}
/** The link covers its card, so that a press anywhere on it counts. */
const number = {
  fontSize: '1.75rem',
  fontWeight: 600,
  lineHeight: 1.4,
  fontVariantNumeric: 'tabular-nums',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1 },
} as const
