import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import LinearProgress from '@mui/material/LinearProgress'
import Link from '@mui/material/Link'
import Paper from '@mui/material/Paper'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { Link as RouterLink, useSearchParams } from 'react-router'
import { runEntryStates } from '#contract/run-states.ts'
import type { Run, RunEntry } from '#contract/runs.ts'
import { paths } from '../../paths.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { usePageTitle } from '../../ui/page-head.ts'
import { ImportedPictures } from '../files/imported-pictures.tsx'
import { ListPagination } from '../lists/list-pagination.tsx'
import { EntryPage } from '../ui/entry-page.tsx'
import { RunButtons } from './run-buttons.tsx'
import { RunStateChip } from './run-state-chip.tsx'
import { entryStateLabels, isUnfinished, progressOf, progressText, runName } from './run-words.ts'
import { type Only, useRun } from './runs.queries.ts'

/** One run: how far it is, and what came of each entry. */
export function RunPage({ id }: { id: string }) {
  usePageTitle('執行紀錄')
  const [params, setParams] = useSearchParams()
  const only = readOnly(params.get('only'))
  const page = Number(params.get('page') ?? '1') || 1
  const query = useRun(id, { page: String(page), only })
  const search = (next: { only: string; page: number }) => {
    const text = new URLSearchParams({
      ...(next.only && { only: next.only }),
      ...(next.page > 1 && { page: String(next.page) }),
    }).toString()
    return text && `?${text}`
  }
  return (
    <EntryPage list={{ name: '執行紀錄', path: paths.adminRuns() }} query={query} maxWidth={960}>
      {({ run, entries, pagination }) => (
        <>
          <Head run={run} />
          {run.action === 'import' && run.kind === 'products' && (
            <ImportedPictures runId={run.id} />
          )}
          {run.action !== 'export' && (
            <>
              <Filter
                run={run}
                only={only}
                onChange={(value) =>
                  setParams(new URLSearchParams(search({ only: value, page: 1 })))
                }
              />
              <Entries run={run} entries={entries} />
              <ListPagination
                title="執行紀錄"
                page={page}
                pages={pagination.total_pages}
                search={(next) => search({ only, page: next })}
              />
            </>
          )}
        </>
      )}
    </EntryPage>
  )
}

function readOnly(text: string | null): Only {
  return runEntryStates.find((state) => state === text) ?? ''
}

function Head({ run }: { run: Run }) {
  const { done, total } = progressOf(run)
  return (
    <Paper variant="outlined" sx={{ p: 2, mb: 2 }}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {runName(run)}
        </Typography>
        <RunStateChip run={run} />
        <Box sx={{ display: 'flex', gap: 1, ml: 'auto' }}>
          <RunButtons run={run} />
        </Box>
      </Box>
      <Typography sx={{ mt: 1, fontVariantNumeric: 'tabular-nums' }} role="status">
        {progressText(run)}
        {run.failed > 0 && `，${run.failed} 筆未變更`}
        {run.state === 'undone' && `，已復原 ${run.undone ?? 0} 筆`}
        {run.kept ? `，${run.kept} 筆未復原` : ''}
      </Typography>
      {isUnfinished(run) && (
        <LinearProgress
          aria-label="執行進度"
          variant={total > 0 ? 'determinate' : 'indeterminate'}
          value={total > 0 ? Math.round((100 * done) / total) : 0}
          sx={{ mt: 1 }}
        />
      )}
      {run.reason && (
        <Alert severity="error" sx={{ mt: 1 }}>
          {run.reason}
        </Alert>
      )}
      <Typography variant="body2" sx={{ mt: 1, color: 'text.secondary' }}>
        {run.name}・{formatTimestamp(run.create_at)}
        {run.end_at && ` － ${formatTimestamp(run.end_at)}`}
        {run.can_undo && run.undo_until && `・${formatTimestamp(run.undo_until)} 前可以復原`}
      </Typography>
    </Paper>
  )
}

function Filter(props: { run: Run; only: Only; onChange: (only: string) => void }) {
  const isUndone = props.run.state === 'undoing' || props.run.state === 'undone'
  const states = isUndone
    ? (['undone', 'kept', 'failed'] as const)
    : (['done', 'failed', 'waiting'] as const)
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      aria-label="狀態"
      value={props.only}
      onChange={(_, value: string | null) => props.onChange(value ?? '')}
      sx={{ mb: 1.5, flexWrap: 'wrap' }}
    >
      <ToggleButton value="" sx={toggle}>
        全部
      </ToggleButton>
      {states.map((state) => (
        <ToggleButton key={state} value={state} sx={toggle}>
          {entryStateLabels[state]}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}

function Entries({ run, entries }: { run: Run; entries: RunEntry[] }) {
  if (entries.length === 0) return <Typography sx={{ py: 3 }}>沒有符合的資料</Typography>
  return (
    <Paper component="ul" variant="outlined" aria-label="資料" sx={list}>
      {entries.map((entry, index) => (
        <Box
          key={entry.id}
          component="li"
          sx={[row, index > 0 && { borderTop: 1, borderColor: 'divider' }]}
        >
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {run.kind === 'orders' ? (
              <Link component={RouterLink} to={paths.adminOrder(entry.id)} color="inherit">
                {entry.title}
              </Link>
            ) : (
              entry.title
            )}
            {entry.reason && (
              <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                {entry.reason}
              </Typography>
            )}
          </Box>
          <Box
            sx={{
              whiteSpace: 'nowrap',
              color: entry.state === 'failed' ? 'error.main' : undefined,
            }}
          >
            {entryStateLabels[entry.state]}
          </Box>
        </Box>
      ))}
    </Paper>
  )
}

const toggle = { minHeight: 44, px: 2 } as const
const list = { listStyle: 'none', m: 0, mb: 2, px: 2, py: 0 } as const
const row = {
  display: 'flex',
  justifyContent: 'space-between',
  alignItems: 'center',
  gap: 2,
  minHeight: 56,
  py: 1,
  fontVariantNumeric: 'tabular-nums',
} as const
