import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { returnStateLabels, returnWayLabels } from '#contract/return-states.ts'
import type { ListedReturn } from '#contract/returns.ts'
import { paths } from '../../paths.ts'
import { formatTimeDay, formatTimestamp } from '../../ui/dates.ts'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { Amount } from '../ui/amount.tsx'

type Column = ListColumn<ListedReturn, never>

export const orderColumn: Column = {
  label: '訂單編號',
  width: 130,
  render: (one) => <ReturnLink one={one} />,
}
export const nameColumn: Column = { label: '訂購人', width: 90, render: ({ name }) => name }
export const goodsColumn: Column = {
  label: '件數與方式',
  width: 130,
  render: (one) => goodsText(one),
}
export const reasonColumn: Column = {
  label: '退貨原因',
  width: 140,
  grows: true,
  render: ({ reason }) => reason || '未填寫',
}
export const stateColumn: Column = {
  label: '狀態',
  width: 90,
  render: ({ state }) => returnStateLabels[state],
}
export const askedColumn: Column = {
  label: '申請時間',
  width: 140,
  render: ({ create_at }) => formatTimestamp(create_at),
}
export const dueColumn: Column = {
  label: '最晚處理',
  width: 110,
  render: (one) => <Due one={one} />,
}
export const refundColumn: Column = {
  label: '退款金額',
  width: 100,
  align: 'right',
  permission: 'money.read',
  render: ({ refund }) => refund !== undefined && <Amount value={refund} />,
}

function ReturnLink({ one }: { one: ListedReturn }) {
  return (
    <Link component={RouterLink} to={paths.adminReturn(one.id)} color="inherit">
      {one.order_number}
    </Link>
  )
}

export function goodsText({ pieces, way }: ListedReturn): string {
  return [pieces > 0 ? `${pieces} 件` : '未記商品', way && returnWayLabels[way]]
    .filter(Boolean)
    .join('・')
}

/** The last day that the law gives for what waits. */
export function Due({ one }: { one: Pick<ListedReturn, 'due_at' | 'is_overdue'> }) {
  if (one.due_at === undefined) return null
  return (
    <Box component="span" sx={one.is_overdue ? { color: 'error.main', fontWeight: 600 } : {}}>
      {formatTimeDay(one.due_at)}
      {one.is_overdue && ' 已逾期'}
    </Box>
  )
}

/** A row on a narrow screen. */
export function ReturnCard({ one }: { one: ListedReturn }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <Box sx={{ display: 'flex', justifyContent: 'space-between', gap: 1 }}>
        <ReturnLink one={one} />
        <span>{returnStateLabels[one.state]}</span>
      </Box>
      <Box component="strong" sx={{ overflowWrap: 'anywhere' }}>
        {one.name}
      </Box>
      <Box sx={{ color: 'text.secondary', fontSize: '0.875rem', overflowWrap: 'anywhere' }}>
        {goodsText(one)}
        {one.reason && `・${one.reason}`}
      </Box>
      {one.due_at !== undefined && (
        <Box sx={{ fontSize: '0.875rem' }}>
          最晚處理 <Due one={one} />
        </Box>
      )}
      {one.refund !== undefined && (
        <Box sx={{ fontSize: '0.875rem' }}>
          退款 <Amount value={one.refund} />
        </Box>
      )}
    </Box>
  )
}
