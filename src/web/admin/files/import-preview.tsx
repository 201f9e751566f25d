import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Pagination from '@mui/material/Pagination'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Typography from '@mui/material/Typography'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { type LineOutcome, lineOutcomeLabels, lineOutcomes } from '#contract/file-kinds.ts'
import { adminImportApi } from '#contract/imports.ts'
import type { Run } from '#contract/runs.ts'
import { apiQuery, useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import { useCsvDownload } from '../download-csv.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { ImportLines } from './import-lines.tsx'

const busyMs = 1_000

/** Dry run of a file, line by line, and the start of the import. */
export function ImportPreview({ runId }: { runId: string }) {
  const [only, setOnly] = useState<LineOutcome | ''>('')
  const [page, setPage] = useState(1)
  const query = useQuery({
    ...apiQuery(adminImportApi.lines, {
      params: { id: runId },
      query: { only, page: String(page) },
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.run.state === 'checking' ? busyMs : false),
  })
  const { data } = query
  if (query.error) return <Alert severity="error">{query.error.message}</Alert>
  if (!data || data.run.state === 'checking') return <Checking run={data?.run} />
  const pages = data.pagination.total_pages
  return (
    <Panel title="預覽">
      <ToggleButtonGroup
        exclusive
        aria-label="預覽結果"
        value={only}
        onChange={(_, value: LineOutcome | '' | null) => {
          setOnly(value ?? '')
          setPage(1)
        }}
        sx={toggles}
      >
        <ToggleButton value="" sx={toggle}>
          全部
        </ToggleButton>
        {lineOutcomes.map((outcome) => (
          <ToggleButton key={outcome} value={outcome} sx={toggle}>
            {lineOutcomeLabels[outcome]} {data.sums[outcome].toLocaleString('en')}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <ImportLines lines={data.lines} />
      {pages > 1 && (
        <Pagination
          aria-label="預覽分頁"
          count={pages}
          page={page}
          onChange={(_, next) => setPage(next)}
          sx={{ mt: 2, display: 'flex', justifyContent: 'center' }}
        />
      )}
      <Start run={data.run} sums={data.sums} />
    </Panel>
  )
}

function Checking({ run }: { run: Run | undefined }) {
  const total = run?.total ?? 0
  const done = run?.done ?? 0
  return (
    <Panel title="預覽">
      <LinearProgress
        aria-label="檢查進度"
        variant={total > 0 ? 'determinate' : 'indeterminate'}
        value={total > 0 ? Math.round((100 * done) / total) : 0}
      />
      <Typography role="status" sx={{ mt: 1 }}>
        檢查中{total > 0 && ` ${done.toLocaleString('en')} / ${total.toLocaleString('en')}`}
      </Typography>
    </Panel>
  )
}

function Start({ run, sums }: { run: Run; sums: Record<LineOutcome, number> }) {
  const navigate = useNavigate()
  const [skipsErrors, setSkipsErrors] = useState(false)
  const download = useCsvDownload()
  const start = useApiMutation(adminImportApi.start, {
    toast: 'failure',
  })
  const changes = sums.new + sums.changed
  const hasErrors = sums.error > 0
  if (run.state !== 'ready') {
    return (
      <Alert
        severity="info"
        sx={{ mt: 2 }}
        action={
          <Button color="inherit" onClick={() => void navigate(paths.adminRun(run.id))}>
            檢視進度
          </Button>
        }
      >
        此檔案已處理，需要再次匯入時請重新選擇檔案。
      </Alert>
    )
  }
  return (
    <Box sx={{ mt: 2, display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      {hasErrors && (
        <>
          <FormControlLabel
            control={<Checkbox checked={skipsErrors} />}
            label="略過有錯誤的列"
            onChange={(_, isChecked) => setSkipsErrors(isChecked)}
          />
          <ActionButton
            color="inherit"
            variant="outlined"
            sx={{ minHeight: 44 }}
            isLoading={download.isPending}
            onClick={() =>
              download.mutate({ endpoint: adminImportApi.errors, params: { id: run.id } })
            }
          >
            下載錯誤清單
          </ActionButton>
        </>
      )}
      <ActionButton
        variant="contained"
        sx={{ minHeight: 44, ml: 'auto' }}
        disabled={changes === 0 || (hasErrors && !skipsErrors)}
        isLoading={start.isPending}
        onClick={() =>
          start.mutate(
            { params: { id: run.id }, data: { skips_errors: skipsErrors } },
            { onSuccess: () => navigate(paths.adminRun(run.id)) },
          )
        }
      >
        開始匯入
      </ActionButton>
      {changes === 0 && (
        <Typography sx={{ color: 'text.secondary', width: '100%' }}>沒有需要匯入的資料</Typography>
      )}
    </Box>
  )
}

/** Five with long numbers need two rows on a phone. */
const toggles = { display: 'flex', flexWrap: 'wrap', gap: 1, mb: 1.5 } as const
const toggle = {
  '&&': { border: 1, borderColor: 'divider', borderRadius: 1, ml: 0 },
  minHeight: 44,
  px: 2,
  fontVariantNumeric: 'tabular-nums',
} as const
