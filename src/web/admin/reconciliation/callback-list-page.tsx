import Box from '@mui/material/Box'
import { adminReconciliationApi, type GatewayCallback } from '#contract/reconciliation.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { BackToReconciliation } from './back-link.tsx'

type CallbackEntry = Omit<GatewayCallback, 'id'> & { id: string }

const kindLabels = { notify: '付款結果', number: '取號結果', state: '物流狀態' }
/** The name of another gateway than ECPay stands beside it. */
const kindOf = (kind: keyof typeof kindLabels, provider: string) =>
  provider === 'ecpay' ? kindLabels[kind] : `${kindLabels[kind]}（${provider}）`
const outcomeLabels = { applied: '已採用', refused: '已拒絕' }

const callbackColumns: ListColumn<CallbackEntry, never>[] = [
  { label: '時間', width: 140, render: (callback) => formatTimestamp(callback.received_at) },
  { label: '種類', width: 100, render: ({ kind, provider }) => kindOf(kind, provider) },
  {
    label: '結果',
    width: 170,
    render: ({ outcome, reason, times }) =>
      [outcome ? outcomeLabels[outcome] : '未讀完', reason, times && `共 ${times} 次`]
        .filter(Boolean)
        .join('：'),
  },
  {
    label: '原始內容',
    width: 260,
    grows: true,
    render: ({ body }) => (
      <Box
        component="code"
        sx={{
          display: 'block',
          maxHeight: '4.5em',
          overflow: 'auto',
          overflowWrap: 'anywhere',
          fontSize: '0.75rem',
        }}
      >
        {body === '' ? '（已清除）' : body}
      </Box>
    ),
  },
]

const callbackList = defineList({
  title: '金流通知',
  path: paths.adminCallbacks(),
  endpoint: adminReconciliationApi.callbacks,
  rowsOf: ({ callbacks }) =>
    callbacks.map((row): CallbackEntry => ({ ...row, id: String(row.id) })),
  columns: callbackColumns,
  filters: [
    {
      name: 'outcome',
      label: '結果',
      options: [
        { value: '', label: '全部' },
        { value: 'applied', label: '已採用' },
        { value: 'refused', label: '已拒絕' },
      ],
    },
  ],
  emptyText: () => '沒有收到通知',
  summary: () => <BackToReconciliation />,
})

export function AdminCallbackListPage() {
  return <ListPage list={callbackList} />
}
