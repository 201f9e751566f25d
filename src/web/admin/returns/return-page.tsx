import Box from '@mui/material/Box'
import Chip from '@mui/material/Chip'
import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import type { ComponentType, ReactNode } from 'react'
import { Link as RouterLink, useParams } from 'react-router'
import { carrierLabels } from '#contract/order-states.ts'
import { returnStateLabels, returnWayLabels } from '#contract/return-states.ts'
import { adminReturnApi, type StaffReturn } from '#contract/returns.ts'
import { apiQuery } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { formatDateTime } from '../../ui/dates.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { Amount } from '../ui/amount.tsx'
import { EntryList, ListEntry } from '../ui/entry-list.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { Panel } from '../ui/panel.tsx'
import { useOpenDialog } from '../ui/use-open-dialog.ts'
import { ReturnActions } from './return-actions.tsx'
import { Due } from './return-columns.tsx'
import type { ReturnDialogProps } from './return-dialogs.tsx'

/** One return with all that happened to it, and its next step. */
export function AdminReturnPage() {
  const { id = '' } = useParams()
  const query = useQuery(apiQuery(adminReturnApi.detail, { params: { id } }))
  usePageTitle(query.data ? `退貨 ${query.data.return.order_number}` : '退貨')
  return (
    <EntryPage list={{ name: '退貨', path: paths.adminReturns() }} query={query}>
      {(reply) => <Return one={reply.return} />}
    </EntryPage>
  )
}

function Return({ one }: { one: StaffReturn }) {
  const dialog = useOpenDialog<{ Content: ComponentType<ReturnDialogProps> }>()
  return (
    <>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1.5, mb: 2 }}>
        <Typography variant="h1" sx={{ fontVariantNumeric: 'tabular-nums' }}>
          退貨 {one.order_number}
        </Typography>
        <Chip size="small" label={returnStateLabels[one.state]} />
        <Box sx={{ flex: 1 }} />
        <ReturnActions one={one} onOpen={(Content) => dialog.open({ Content })} />
      </Box>
      <Box sx={columns}>
        <Panel title="退回的商品">
          <EntryList>
            {one.lines.length === 0 && <ListEntry title="沒有記錄商品">{null}</ListEntry>}
            {one.lines.map((line) => (
              <ListEntry
                key={line.line_id}
                title={`${line.title} × ${line.qty}`}
                action={line.amount !== undefined && <Amount value={line.amount} />}
              >
                {judgedText(line)}
              </ListEntry>
            ))}
          </EntryList>
          <Sums one={one} />
        </Panel>
        <Panel title="退貨資料">
          <Facts one={one} />
        </Panel>
      </Box>
      {dialog.opened && <dialog.opened.Content one={one} onClose={dialog.close} />}
    </>
  )
}

function judgedText({ to_stock, written_off }: StaffReturn['lines'][number]): string {
  const parts = [
    to_stock > 0 && `放回庫存 ${to_stock} 件`,
    written_off > 0 && `報廢 ${written_off} 件`,
  ]
  return parts.filter(Boolean).join('，')
}

function Sums({ one: { sums, refund } }: { one: StaffReturn }) {
  const rows: [string, number | undefined][] = [
    ['商品', sums?.goods],
    ['運費', sums && sums.fee > 0 ? sums.fee : undefined],
    ['退款金額', refund],
  ]
  const shown = rows.filter(([, value]) => value !== undefined)
  if (shown.length === 0) return null
  return (
    <Box component="dl" sx={sumRows}>
      {shown.map(([label, value]) => (
        <Fact key={label} label={label}>
          <Amount value={value ?? 0} />
        </Fact>
      ))}
    </Box>
  )
}

function Facts({ one }: { one: StaffReturn }) {
  const times: [string, number | undefined][] = [
    [one.is_of_staff ? '開立' : '申請', one.create_at],
    ['接受', one.accepted_at],
    ['收到商品', one.received_at],
    ['檢查', one.judged_at],
    ['結束', one.ended_at],
  ]
  const number = one.tracking_number && (
    <>
      {one.carrier && `${carrierLabels[one.carrier]} `}
      {one.tracking_url ? (
        <Link href={one.tracking_url} target="_blank" rel="noopener noreferrer" color="inherit">
          {one.tracking_number}
        </Link>
      ) : (
        one.tracking_number
      )}
    </>
  )
  return (
    <Box component="dl" sx={{ ...facts, m: 0 }}>
      <Fact label="訂單">
        <Link component={RouterLink} to={paths.adminOrder(one.order_id)} color="inherit">
          {one.order_number}
        </Link>
      </Fact>
      <Fact label="訂購人">{one.name}</Fact>
      <Fact label="退貨原因">{one.reason || '未填寫'}</Fact>
      <Fact label="退回方式">{one.way && returnWayLabels[one.way]}</Fact>
      <Fact label="貨運單號">{number}</Fact>
      <Fact label="最晚處理">{one.due_at !== undefined && <Due one={one} />}</Fact>
      <Fact label="給顧客的說明">{one.answer}</Fact>
      <Fact label="退款方式">{one.to === 'credit' && '購物金'}</Fact>
      <Fact label="退款說明">{one.refund_note}</Fact>
      {times.map(([label, at]) => (
        <Fact key={label} label={label}>
          {at !== undefined && formatDateTime(at)}
        </Fact>
      ))}
    </Box>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  if (!children) return null
  return (
    <>
      <Box component="dt" sx={{ color: 'text.secondary' }}>
        {label}
      </Box>
      <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
        {children}
      </Box>
    </>
  )
}

const columns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 3fr) minmax(0, 2fr)' },
} as const
const facts = {
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  columnGap: 2,
  rowGap: 0.75,
} as const
const sumRows = {
  ...facts,
  gridTemplateColumns: 'minmax(0, 1fr) auto',
  m: 0,
  mt: 1.5,
  pt: 1.5,
  borderTop: 1,
  borderColor: 'divider',
} as const
