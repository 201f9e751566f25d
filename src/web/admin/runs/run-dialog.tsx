import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import MenuItem from '@mui/material/MenuItem'
import Skeleton from '@mui/material/Skeleton'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { type Carrier, carrierLabels } from '#contract/order-states.ts'
import { runActionLabels } from '#contract/run-states.ts'
import { adminRunApi } from '#contract/runs.ts'
import { apiQuery } from '../../api/queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import type { ListRun, ListRuns } from './list-runs.ts'
import { useStartRun } from './runs.queries.ts'

interface RunDialogProps {
  kind: ListRuns['kind']
  run: ListRun
  entries: { ids: string[] } | { filter: Record<string, string> }
  onClose: () => void
  onStarted: () => void
}

/** Tells how many entries will change, and how many cannot and why, before a run is started. */
export function RunDialog({ kind, run, entries, onClose, onStarted }: RunDialogProps) {
  const { action, field, note } = run
  const label = runActionLabels[action]
  const [carrier, setCarrier] = useState<Carrier>('tcat')
  const [text, setText] = useState('')
  const input = {
    ...(field === 'carrier' && { carrier }),
    ...((field === 'category' || field === 'tag') && { [field]: text.trim() }),
  }
  const words = field && textFields[field]
  const isComplete = !words || text.trim() !== ''
  const data = { kind, action, ...entries, input }
  const start = useStartRun({ onStarted })
  const tried = useDeferredValue({ ...data, is_trial: true })
  const trial = useQuery({
    ...apiQuery(adminRunApi.create, { data: tried }),
    enabled: isComplete,
    staleTime: 0,
    gcTime: 0,
  })
  const willChange = trial.data?.will_change ?? 0
  return (
    <DialogFrame
      title={label}
      maxWidth="sm"
      fillsSmallScreen
      onClose={onClose}
      onSubmit={() => {
        if (willChange > 0) start.mutate({ data })
      }}
    >
      <DialogContent dividers>
        <Box sx={{ display: 'grid', gap: 2, pt: 0.5 }}>
          {field === 'carrier' && <CarrierField carrier={carrier} onChange={setCarrier} />}
          {words && (
            <TextField
              label={words.label}
              value={text}
              autoFocus
              fullWidth
              onChange={({ target }) => setText(target.value)}
              slotProps={{ htmlInput: { maxLength: words.maxLength } }}
            />
          )}
          {isComplete && trial.isPending && <Skeleton variant="rounded" height={56} />}
          {trial.error && <Alert severity="error">{trial.error.message}</Alert>}
          {isComplete && trial.data && (
            <Plan
              label={label}
              willChange={willChange}
              cannot={trial.data.cannot ?? []}
              note={note ?? '完成後 10 分鐘內可以復原，期間不會寄出信件。'}
            />
          )}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          關閉
        </Button>
        <ActionButton
          type="submit"
          variant="contained"
          isLoading={start.isPending}
          disabled={!isComplete || willChange === 0}
        >
          {label}
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  )
}

/** The fields of one line that an action asks for. */
const textFields: Partial<Record<string, { label: string; maxLength: number }>> = {
  category: { label: '新的分類', maxLength: 100 },
  tag: { label: '標籤', maxLength: 20 },
}

function CarrierField(props: { carrier: Carrier; onChange: (carrier: Carrier) => void }) {
  return (
    <TextField
      select
      label="物流公司"
      value={props.carrier}
      fullWidth
      onChange={({ target }) => props.onChange(target.value as Carrier)}
    >
      {Object.entries(carrierLabels).map(([value, label]) => (
        <MenuItem key={value} value={value}>
          {label}
        </MenuItem>
      ))}
    </TextField>
  )
}

interface Cannot {
  id: string
  title: string
  reason: string
}

interface PlanProps {
  label: string
  willChange: number
  cannot: readonly Cannot[]
  note: string
}

function Plan({ label, willChange, cannot, note }: PlanProps) {
  const byReason = [...Map.groupBy(cannot, ({ reason }) => reason)]
  return (
    <Box role="status" sx={{ overflowWrap: 'anywhere' }}>
      <Typography sx={{ fontWeight: 600 }}>
        {willChange > 0 ? `${willChange} 筆將${label}` : '沒有可以變更的資料'}
        {cannot.length > 0 && `，${cannot.length} 筆無法變更`}
      </Typography>
      {byReason.length > 0 && (
        <Box component="ul" sx={{ m: 0, mt: 1, pl: 3, color: 'text.secondary' }}>
          {byReason.map(([reason, those]) => (
            <li key={reason}>
              {those.length} 筆{reason}
              {those.length <= shownTitles && `：${those.map(({ title }) => title).join('、')}`}
            </li>
          ))}
        </Box>
      )}
      {willChange > 0 && (
        <Typography variant="body2" sx={{ mt: 1.5, color: 'text.secondary' }}>
          {note}
        </Typography>
      )}
    </Box>
  )
}

const shownTitles = 5
