import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import { Link as RouterLink, useMatch } from 'react-router'
import { adminRunApi, type Run } from '#contract/runs.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { defineList } from '../lists/list-definition.ts'
import { ListPage } from '../lists/list-page.tsx'
import type { ListColumn } from '../lists/list-table-head.tsx'
import { RunButtons } from './run-buttons.tsx'
import { RunPage } from './run-page.tsx'
import { RunStateChip } from './run-state-chip.tsx'
import { progressText, runName } from './run-words.ts'

function RunLink({ run }: { run: Run }) {
  return (
    <Link
      component={RouterLink}
      to={paths.adminRun(run.id)}
      color="inherit"
      sx={{ position: 'relative', zIndex: 1 }}
    >
      {runName(run)}
    </Link>
  )
}

function Progress({ run }: { run: Run }) {
  return (
    <>
      {progressText(run)}
      {run.failed > 0 && `，${run.failed} 筆未變更`}
    </>
  )
}

const columns: ListColumn<Run, never>[] = [
  { label: '動作', width: 170, grows: true, render: (run) => <RunLink run={run} /> },
  { label: '狀態', width: 100, render: (run) => <RunStateChip run={run} /> },
  { label: '進度', width: 160, render: (run) => <Progress run={run} /> },
  { label: '操作', width: 105, render: (run) => <RunButtons run={run} /> },
  { label: '開始時間', width: 140, render: (run) => formatTimestamp(run.create_at) },
  { label: '成員', width: 150, render: (run) => run.name },
]

function RunCard({ run }: { run: Run }) {
  return (
    <Box sx={{ display: 'grid', gap: 0.75 }}>
      <Box sx={{ display: 'flex', gap: 1, justifyContent: 'space-between', alignItems: 'start' }}>
        <RunLink run={run} />
        <RunStateChip run={run} />
      </Box>
      <div>
        <Progress run={run} />
      </div>
      <Box sx={{ color: 'text.secondary' }}>
        {run.name}・{formatTimestamp(run.create_at)}
      </Box>
      <Box sx={{ display: 'flex', gap: 1 }}>
        <RunButtons run={run} />
      </Box>
    </Box>
  )
}

const runList = defineList({
  title: '執行紀錄',
  path: paths.adminRuns(),
  endpoint: adminRunApi.list,
  rowsOf: ({ runs }) => runs,
  columns,
  labelOf: runName,
  card: (run) => <RunCard run={run} />,
  emptyText: () => '最近 30 天沒有批次操作',
})

/** The runs of the last 30 days, or one of them. */
export function AdminRunListPage() {
  const id = useMatch(paths.adminRun(':id'))?.params.id
  return id === undefined ? <ListPage list={runList} /> : <RunPage id={id} />
}
