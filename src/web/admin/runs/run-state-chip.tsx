import Chip from '@mui/material/Chip'
import type { Run } from '#contract/runs.ts'
import { isUnfinished, runStateLabel } from './run-words.ts'

export function RunStateChip({ run }: { run: Run }) {
  const isPartial = run.state === 'failed' || (run.state === 'done' && run.failed > 0)
  const color = isPartial ? 'error' : run.state === 'done' ? 'secondary' : 'default'
  return (
    <Chip
      size="small"
      label={runStateLabel(run)}
      color={isUnfinished(run) ? 'primary' : color}
      variant={isPartial || isUnfinished(run) ? 'outlined' : 'filled'}
    />
  )
}
