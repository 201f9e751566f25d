import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink } from 'react-router'
import { adminReconciliationApi } from '#contract/reconciliation.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { differenceColumns } from './difference-columns.tsx'
import { QueryDialog, ResolveDialog } from './difference-dialogs.tsx'
import { differenceLabels } from './difference-labels.ts'

const differenceList = defineList({
  title: '對帳',
  path: paths.adminReconciliation(),
  endpoint: adminReconciliationApi.list,
  rowsOf: ({ differences }) => differences,
  columns: differenceColumns,
  labelOf: ({ kind, order_number }) => `${differenceLabels[kind]} ${order_number ?? ''}`.trim(),
  filters: [
    {
      name: 'resolved',
      label: '處理狀態',
      options: [
        { value: '', label: '未處理' },
        { value: '1', label: '已處理' },
      ],
    },
    {
      name: 'kind',
      label: '差異種類',
      options: [
        { value: '', label: '全部種類' },
        ...Object.entries(differenceLabels).map(([value, label]) => ({ value, label })),
      ],
    },
  ],
  emptyText: ({ resolved }) => (resolved ? '沒有已處理的差異' : '帳目相符'),
  summary: (reply) => <Facts checkedAt={reply?.checked_at} refused={reply?.refused_callbacks} />,
  dialogs: { query: QueryDialog, resolve: ResolveDialog },
  rowActions: [
    {
      label: '立即查詢',
      dialog: 'query',
      isFor: ({ attempt_id, resolved_at }) => attempt_id !== undefined && resolved_at === undefined,
    },
    {
      label: '標記為已處理',
      dialog: 'resolve',
      isFor: ({ resolved_at }) => resolved_at === undefined,
    },
  ],
})

export function AdminReconciliationPage() {
  return <ListPage list={differenceList} />
}

/** When the books were last checked, and what lies beside them. */
function Facts(props: { checkedAt: number | undefined; refused: number | undefined }) {
  const { checkedAt, refused = 0 } = props
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, alignItems: 'center' }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        上次檢查：{checkedAt === undefined ? '尚未檢查' : formatTimestamp(checkedAt)}
      </Box>
      <Link component={RouterLink} to={paths.adminSettlements()} color="inherit" sx={factLink}>
        對帳檔
      </Link>
      <Link component={RouterLink} to={paths.adminCallbacks()} color="inherit" sx={factLink}>
        {refused > 0 ? `金流通知（今日拒絕 ${refused} 筆）` : '金流通知'}
      </Link>
    </Box>
  )
}

const factLink = { py: 1, display: 'inline-block' } as const
