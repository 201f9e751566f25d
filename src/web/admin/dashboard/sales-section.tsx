import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { formatMoney } from '#contract/money.ts'
import { reportApi, type SalesReport } from '#contract/reports.ts'
import { ApiError } from '../../api/api-error.ts'
import { apiQuery } from '../../api/queries.ts'
import { Loading } from './loading.tsx'
import { Plot } from './plot.tsx'
import { RangeField } from './range-field.tsx'
import { BestsellersPanel, CouponsPanel, GroupsPanel } from './report-panels.tsx'
import { useRange } from './use-range.ts'

type FigureName = keyof SalesReport['figures']

const figures: { name: FigureName; label: string; isMoney: boolean }[] = [
  { name: 'orders', label: '訂單數', isMoney: false },
  { name: 'received', label: '收款', isMoney: true },
  { name: 'refunded', label: '退款', isMoney: true },
  { name: 'net', label: '淨額', isMoney: true },
  { name: 'average', label: '平均訂單金額', isMoney: true },
]

export function SalesSection() {
  const range = useRange()
  const report = useQuery({
    ...apiQuery(reportApi.sales, { query: range.query }),
    staleTime: 0,
    enabled: range.isWhole,
    placeholderData: keepPreviousData,
  })
  const refusal = report.error instanceof ApiError && report.error.status === 400 && report.error
  return (
    <Box component="section" aria-labelledby="sales">
      <Typography id="sales" variant="h2">
        營業概況
      </Typography>
      <RangeField range={range} />
      {refusal ? (
        <Alert severity="warning" sx={{ mt: 1.5 }}>
          {refusal.message}
        </Alert>
      ) : !range.isWhole ? (
        <Typography sx={{ mt: 1.5, color: 'text.secondary' }}>請選擇開始與結束的日期</Typography>
      ) : (
        <>
          <Loading query={report} height={420}>
            {report.data && <Report report={report.data} />}
          </Loading>
          <Box sx={panels}>
            <BestsellersPanel query={range.query} />
            <CouponsPanel query={range.query} />
            <GroupsPanel />
          </Box>
        </>
      )}
    </Box>
  )
}

function Report({ report }: { report: SalesReport }) {
  return (
    <>
      <Box component="dl" sx={tiles}>
        {figures.map(({ name, label, isMoney }) => (
          <Paper key={name} variant="outlined" sx={tile}>
            <Box component="dt" sx={{ color: 'text.secondary' }}>
              {label}
            </Box>
            <Figure text={shown(report.figures[name], isMoney)} />
            <Box component="dd" sx={comparison}>
              與前期相比 {changeText(report.change[name])}
              <Box component="span" sx={{ display: 'block' }}>
                前期 {shown(report.before[name], isMoney)}
              </Box>
            </Box>
          </Paper>
        ))}
      </Box>
      <Box sx={plots}>
        <Plot title="訂單數" report={report} of="orders" />
        <Plot title="收款" report={report} of="received" isMoney />
        <Plot title="退款" report={report} of="refunded" isMoney />
      </Box>
    </>
  )
}

/** As large as it fits into its tile: a number never breaks. */
function Figure({ text }: { text: string }) {
  const widest = `${Math.floor(165 / text.length)}cqi`
  return (
    <Box component="dd" sx={{ ...value, fontSize: `min(1.5rem, ${widest})` }}>
      {text}
    </Box>
  )
}

function shown(figure: number | null, isMoney: boolean): string {
  if (figure === null) return '—'
  return isMoney ? formatMoney(figure) : figure.toLocaleString('zh-TW')
}

function changeText(change: number | null): string {
  if (change === null) return '—'
  return `${change > 0 ? '+' : change < 0 ? '−' : ''}${Math.abs(change)}%`
}

const tiles = {
  m: 0,
  mt: 1.5,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 10.3rem), 1fr))',
} as const
const tile = { p: 2, containerType: 'inline-size' } as const
const value = {
  m: 0,
  fontWeight: 600,
  lineHeight: '2.25rem',
  fontVariantNumeric: 'tabular-nums',
  whiteSpace: 'nowrap',
} as const
const comparison = {
  m: 0,
  fontSize: '0.875rem',
  color: 'text.secondary',
  fontVariantNumeric: 'tabular-nums',
} as const
const plots = {
  mt: 1.5,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 270px), 1fr))',
  alignItems: 'start',
} as const
const panels = plots
