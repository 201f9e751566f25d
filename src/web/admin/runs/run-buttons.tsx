import type { Run } from '#contract/runs.ts'
import { formatTimestamp } from '../../ui/dates.ts'
import { FileButtons } from '../files/file-buttons.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import { canStop, runName } from './run-words.ts'
import { useStopRun, useUndoRun } from './runs.queries.ts'

/** Files, stop and undo of a run. */
export function RunButtons({ run }: { run: Run }) {
  const stop = useStopRun()
  const undo = useUndoRun()
  const input = { params: { id: run.id } }
  return (
    <>
      <FileButtons run={run} />
      {canStop(run) && (
        <ActionButton
          about={runName(run)}
          variant="outlined"
          color="inherit"
          isLoading={stop.isPending}
          onClick={() => stop.mutate(input)}
          sx={button}
        >
          停止
        </ActionButton>
      )}
      {run.can_undo && (
        <ActionButton
          about={runName(run)}
          variant="contained"
          isLoading={undo.isPending}
          onClick={() => undo.mutate(input)}
          sx={button}
          {...(run.undo_until && { title: `${formatTimestamp(run.undo_until)} 前可以復原` })}
        >
          {run.action === 'import' ? '復原匯入' : '復原'}
        </ActionButton>
      )}
    </>
  )
}

const button = { minHeight: 44, minWidth: 88 } as const
