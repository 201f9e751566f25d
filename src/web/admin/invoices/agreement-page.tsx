import Box from '@mui/material/Box'
import MuiLink from '@mui/material/Link'
import MenuItem from '@mui/material/MenuItem'
import Paper from '@mui/material/Paper'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { invoicePeriodLabel } from '#contract/invoice-period.ts'
import { adminInvoiceApi, type InvoiceAgreement } from '#contract/invoices.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { Amount } from '../ui/amount.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { OrderLink } from './order-link.tsx'

const reasons: Record<InvoiceAgreement['orders'][number]['reason'], string> = {
  failed: '發票待處理',
  not_due: '還沒到開立時間',
  refund_open: '退款處理中',
  later: '之後已相符',
  other: '不明，請查看訂單',
}

/** 發票與收款對帳: invoices and allowances of two months beside the books. */
export function InvoiceAgreementPage() {
  usePageTitle('發票與收款對帳')
  const [params, setParams] = useSearchParams()
  const period = params.get('period') ?? ''
  const query = useQuery(apiQuery(adminInvoiceApi.agreement, { query: { period } }))
  const { data } = query
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 900 }}>
      <MuiLink
        component={Link}
        to={paths.adminInvoices()}
        color="inherit"
        sx={{ py: 1, justifySelf: 'start' }}
      >
        回到發票
      </MuiLink>
      <Typography variant="h1">發票與收款對帳</Typography>
      {query.isPending && <Skeleton variant="rounded" height={240} />}
      {query.error && !data && <RetryAlert query={query} />}
      {data && (
        <>
          <TextField
            select
            size="small"
            label="期別"
            value={data.period}
            onChange={({ target }) => setParams({ period: target.value }, { replace: true })}
            sx={{ justifySelf: 'start', minWidth: 'min(100%, 14rem)' }}
          >
            {data.periods.map((one) => (
              <MenuItem key={one} value={one}>
                {invoicePeriodLabel(one)}
              </MenuItem>
            ))}
          </TextField>
          <Sums agreement={data} />
          <Differing agreement={data} />
        </>
      )}
    </Box>
  )
}

function Sums({ agreement }: { agreement: InvoiceAgreement }) {
  const { issued, voided, allowed, captured, given_back: back } = agreement
  const rows = [
    { name: `開立發票（${issued.count} 張）`, value: issued.sum },
    { name: `作廢（${voided.count} 張）`, value: -voided.sum },
    { name: `折讓（${allowed.count} 張）`, value: -allowed.sum },
    { name: '發票淨額', value: issued.sum - voided.sum - allowed.sum, isSum: true },
    { name: '帳上收款', value: captured },
    { name: '帳上退款', value: -back },
    { name: '收款淨額', value: captured - back, isSum: true },
    { name: '本期差額（收款減發票）', value: agreement.difference, isSum: true },
    { name: '到期末為止的差額', value: agreement.open, isSum: true },
  ]
  return (
    <Paper component="dl" variant="outlined" sx={{ m: 0, p: 2, display: 'grid', gap: 0.5 }}>
      {rows.map(({ name, value, isSum }) => (
        <Box
          key={name}
          sx={{
            display: 'flex',
            justifyContent: 'space-between',
            gap: 2,
            ...(isSum && { fontWeight: 600, borderTop: 1, borderColor: 'divider', pt: 0.5 }),
          }}
        >
          <dt>{name}</dt>
          <Box component="dd" sx={{ m: 0, whiteSpace: 'nowrap' }}>
            <Amount value={value} />
          </Box>
        </Box>
      ))}
    </Paper>
  )
}

/** The orders that the difference is of, with why. */
function Differing({ agreement: { orders } }: { agreement: InvoiceAgreement }) {
  if (orders.length === 0) return <Box>到期末為止，每一筆訂單的發票都與收款相符。</Box>
  return (
    <Paper variant="outlined" sx={{ overflowX: 'auto' }}>
      <Box component="table" aria-label="不相符的訂單" sx={table}>
        <thead>
          <tr>
            <th>訂單</th>
            <Box component="th" sx={right}>
              收款淨額
            </Box>
            <Box component="th" sx={right}>
              發票淨額
            </Box>
            <th>原因</th>
          </tr>
        </thead>
        <tbody>
          {orders.map(({ order_id: id, order_number: number, kept, invoiced, reason }) => (
            <tr key={id}>
              <td>
                <OrderLink id={id} number={number} />
              </td>
              <Box component="td" sx={right}>
                <Amount value={kept} />
              </Box>
              <Box component="td" sx={right}>
                <Amount value={invoiced} />
              </Box>
              <td>{reasons[reason]}</td>
            </tr>
          ))}
        </tbody>
      </Box>
    </Paper>
  )
}

const right = { textAlign: 'right !important' } as const
const table = {
  width: '100%',
  borderCollapse: 'collapse',
  '& th, & td': {
    textAlign: 'left',
    whiteSpace: 'nowrap',
    px: 2,
    py: 1,
    borderBottom: 1,
    borderColor: 'divider',
  },
  '& tbody tr:last-of-type td': { borderBottom: 0 },
} as const
