import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AccountMonth, adminMonthApi, monthText } from '#contract/months.ts'
import { apiQuery } from '../../api/queries.ts'
import { write } from '../../api/write.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { useCsvDownload } from '../download-csv.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Amount } from '../ui/amount.tsx'
import { Panel } from '../ui/panel.tsx'
import { confirm } from '../ui/question.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'
import { figureRows } from './figure-rows.ts'

const stateLabels = { open: '進行中', ended: '待結帳', closed: '已結帳' } as const

/** The months of the books: each is closed once, and its file given to the accountant. */
export function AdminMonthListPage() {
  usePageTitle('會計月報')
  const query = useQuery(apiQuery(adminMonthApi.list, {}))
  const months = query.data?.months
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, maxWidth: 960, width: '100%' }}>
      <Typography variant="h1">會計月報</Typography>
      <Typography sx={{ color: 'text.secondary' }}>
        月份結束後按「結帳」，系統把這個月的收款、退款、發票與撥款做成一個 Excel
        檔，之後不會再變；結帳後才發生的更正，列在發生的那個月。
      </Typography>
      {query.error && <RetryAlert query={query} />}
      {!months && !query.error && <Skeleton variant="rounded" height={120} />}
      {months?.length === 0 && <Typography sx={{ py: 3 }}>還沒有收款</Typography>}
      {months?.map((month) => (
        <MonthPanel key={month.month} month={month} />
      ))}
    </Box>
  )
}

function MonthPanel({ month }: { month: AccountMonth }) {
  const { state } = month
  const [showsAll, setShowsAll] = useState(false)
  return (
    <Panel
      title={monthText(month.month)}
      action={
        <Chip
          size="small"
          label={stateLabels[state]}
          color={state === 'closed' ? 'success' : 'default'}
        />
      }
    >
      <Box component="dl" sx={sums}>
        {(
          [
            ['收款', month.received],
            ['退款', month.refunded],
            ['淨收款', month.net],
          ] as const
        ).map(([word, value]) => (
          <Box key={word}>
            <Typography component="dt" variant="body2" sx={{ color: 'text.secondary' }}>
              {word}
            </Typography>
            <Box component="dd" sx={{ m: 0, fontWeight: 600 }}>
              <Amount value={value} />
            </Box>
          </Box>
        ))}
      </Box>
      {month.closed_at !== undefined && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1 }}>
          {formatTimestamp(month.closed_at)} 由 {month.closed_by} 結帳
        </Typography>
      )}
      {showsAll && <Figures month={month.month} />}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, mt: 2 }}>
        <ActionButton
          color="inherit"
          about={monthText(month.month)}
          aria-expanded={showsAll}
          sx={{ ...button, ml: -1 }}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? '收起明細' : '看明細'}
        </ActionButton>
        <MonthButton month={month} />
      </Box>
    </Panel>
  )
}

function MonthButton({ month: { month, state, can_close: canClose } }: { month: AccountMonth }) {
  const download = useCsvDownload()
  if (state === 'open') return null
  if (state === 'closed') {
    return (
      <ActionButton
        permission="data.export"
        variant="outlined"
        color="inherit"
        about={monthText(month)}
        isLoading={download.isPending}
        sx={button}
        onClick={() => download.mutate({ endpoint: adminMonthApi.file, params: { month } })}
      >
        下載月報
      </ActionButton>
    )
  }
  return (
    <ActionButton
      permission="payment.record"
      variant="contained"
      about={monthText(month)}
      refusal={canClose ? undefined : '請先結前一個月的帳'}
      sx={button}
      onClick={() =>
        confirm({
          title: `結 ${monthText(month)} 的帳？`,
          text: '月報做好後不會再變，也無法重做。結帳後才發生的退款、作廢與更正，會列在發生的那個月。',
          label: '結帳',
          run: () => write(adminMonthApi.close, { params: { month } }),
        })
      }
    >
      結帳
    </ActionButton>
  )
}

/** All sums of a month, as its file has them. */
function Figures({ month }: { month: string }) {
  const { data, error } = useQuery(apiQuery(adminMonthApi.figures, { params: { month } }))
  if (error) return <Alert severity="error">{error.message}</Alert>
  if (!data) return <Skeleton variant="rounded" height={200} sx={{ mt: 1 }} />
  return (
    <Box component="dl" aria-label={`${monthText(month)}明細`} sx={figures}>
      {figureRows(data.figures).map(({ word, value, isSum }) => (
        <Box key={word} sx={{ display: 'contents', fontWeight: isSum ? 700 : 400 }}>
          <Box component="dt">{word}</Box>
          <Box component="dd" sx={{ m: 0, textAlign: 'right' }}>
            <Amount value={value} />
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const button = { minHeight: 44 } as const
const sums = {
  ...{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 1, m: 0 },
  // The same words of all months stand below each other.
  '& > div': { minWidth: 88 },
} as const
const figures = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  rowGap: 0.75,
  maxWidth: 420,
  m: 0,
  mt: 2,
} as const
