import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link as RouterLink } from 'react-router'
import { endpointKey } from '#contract/endpoint.ts'
import { adminReconciliationApi } from '#contract/reconciliation.ts'
import { useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { showToast } from '../../ui/toast-store.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import { ActionButton } from '../ui/action-button.tsx'
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
  const check = useCheckNow(checkedAt)
  return (
    <Box
      sx={{ display: 'flex', flexWrap: 'wrap', columnGap: 3, rowGap: 0.5, alignItems: 'center' }}
    >
      <Box component="span" sx={{ color: 'text.secondary' }}>
        上次檢查：{checkedAt === undefined ? '尚未檢查' : formatTimestamp(checkedAt)}
      </Box>
      <ActionButton
        variant="outlined"
        color="inherit"
        isLoading={check.isRunning}
        onClick={check.start}
        sx={{ minHeight: 44 }}
      >
        立即檢查
      </ActionButton>
      <Link component={RouterLink} to={paths.adminSettlements()} color="inherit" sx={factLink}>
        對帳檔
      </Link>
      <Link component={RouterLink} to={paths.adminMonths()} color="inherit" sx={factLink}>
        會計月報
      </Link>
      <Link component={RouterLink} to={paths.adminLeaderAccounts()} color="inherit" sx={factLink}>
        團主帳款
      </Link>
      <Link component={RouterLink} to={paths.adminCallbacks()} color="inherit" sx={factLink}>
        {refused > 0 ? `金流通知（今日拒絕 ${refused} 筆）` : '金流通知'}
      </Link>
    </Box>
  )
}

const pollMs = 2_000
const checkLimitMs = 60_000

/** Starts the job that checks the books, and refetches the list until the check has ended. */
function useCheckNow(checkedAt: number | undefined) {
  const client = useQueryClient()
  const [since, setSince] = useState<{ checkedAt: number | undefined }>()
  const start = useApiMutation(adminReconciliationApi.check, {
    toast: 'failure',
    onSuccess: () => setSince({ checkedAt }),
  })
  const isWaiting = since !== undefined && since.checkedAt === checkedAt
  useEffect(() => {
    if (!isWaiting) return
    const list = { queryKey: endpointKey(adminReconciliationApi.list) }
    // Without cancelling a list that takes longer than the interval.
    const refetch = () => void client.invalidateQueries(list, { cancelRefetch: false })
    const timer = setInterval(refetch, pollMs)
    const limit = setTimeout(() => {
      setSince(undefined)
      showToast({ message: '檢查還沒有完成，請稍後再看', success: false })
    }, checkLimitMs)
    return () => {
      clearInterval(timer)
      clearTimeout(limit)
    }
  }, [client, isWaiting])
  return { isRunning: start.isPending || isWaiting, start: () => start.mutate({}) }
}

const factLink = { py: 1, display: 'inline-block' } as const
