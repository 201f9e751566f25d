import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import FormControlLabel from '@mui/material/FormControlLabel'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import { type ExportKind, fileKindLabels, personalExportKinds } from '#contract/file-kinds.ts'
import { adminExportApi } from '#contract/files.ts'
import { adminRunApi, type Run } from '#contract/runs.ts'
import { useApiMutation } from '../../api/queries.ts'
import { useMay } from '../admin-context.ts'
import { useCsvDownload } from '../download-csv.ts'
import { useRun } from '../runs/runs.queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { dialogRows } from '../ui/dialog-rows.ts'

interface ExportDialogProps {
  kind: ExportKind
  /** The query of the list that is exported. */
  filter: Record<string, string>
  /** Only these of them. */
  ids?: string[]
  onClose: () => void
}

/** Writes what a list shows to a file, tells how far it is, and saves the file once it is there. */
export function ExportDialog({ kind, filter, ids, onClose }: ExportDialogProps) {
  const may = useMay()
  const [isPersonal, setPersonal] = useState(false)
  const [hasLines, setHasLines] = useState(false)
  const create = useApiMutation(adminExportApi.create, { toast: 'none' })
  const cancel = useApiMutation(adminRunApi.cancel, { toast: 'none' })
  const run = useRun(create.data?.run.id).data?.run ?? create.data?.run
  const download = useCsvDownload()
  const fetched = useRef<string>(undefined)
  const save = download.mutate
  useEffect(() => {
    if (run?.state !== 'done' || fetched.current === run.id) return
    fetched.current = run.id
    save({ endpoint: adminExportApi.file, params: { id: run.id } })
  }, [run, save])

  const isWorking = run?.state === 'queued' || run?.state === 'running'
  const canStart = !run || run.state === 'failed' || run.state === 'cancelled'
  const canBePersonal = personalExportKinds.includes(kind) && may('person.export')
  function start() {
    const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''))
    const data = {
      kind: hasLines ? ('order_lines' as const) : kind,
      filter: given,
      ...(ids && { ids }),
      is_personal: isPersonal && !hasLines,
    }
    create.mutate({ data })
  }
  function close() {
    if (run && isWorking) cancel.mutate({ params: { id: run.id } })
    onClose()
  }
  return (
    <DialogFrame
      title={`匯出${fileKindLabels[kind]}`}
      maxWidth="xs"
      onClose={close}
      onSubmit={() => {
        if (canStart && !create.isPending) start()
      }}
    >
      <DialogContent dividers sx={dialogRows}>
        <Typography sx={{ color: 'text.secondary' }}>
          {whatText(ids, filter)}，存成可用試算表開啟的 CSV 檔。
        </Typography>
        {kind === 'orders' && (
          <FormControlLabel
            control={<Checkbox checked={hasLines} disabled={!canStart} />}
            label="每項商品一列（訂單明細）"
            onChange={(_, isChecked) => setHasLines(isChecked)}
          />
        )}
        {canBePersonal && !hasLines && (
          <FormControlLabel
            control={<Checkbox checked={isPersonal} disabled={!canStart} />}
            label="包含姓名、電話等個人資料"
            onChange={(_, isChecked) => setPersonal(isChecked)}
          />
        )}
        {create.error && <Alert severity="error">{create.error.message}</Alert>}
        {run && <ExportState run={run} />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={close}>
          {isWorking ? '停止' : '關閉'}
        </Button>
        {run?.state === 'done' ? (
          <ActionButton
            variant="contained"
            isLoading={download.isPending}
            onClick={() => save({ endpoint: adminExportApi.file, params: { id: run.id } })}
          >
            再次下載
          </ActionButton>
        ) : (
          <ActionButton type="submit" variant="contained" isLoading={create.isPending || isWorking}>
            匯出
          </ActionButton>
        )}
      </DialogActions>
    </DialogFrame>
  )
}

function whatText(ids: string[] | undefined, filter: Record<string, string>): string {
  if (ids) return `匯出選取的 ${ids.length} 筆資料`
  const isFiltered = Object.values(filter).some((value) => value !== '')
  return isFiltered ? '匯出符合目前條件的全部資料' : '匯出全部資料'
}

function ExportState({ run }: { run: Run }) {
  if (run.state === 'done') {
    return (
      <Alert severity="success">
        已完成，共 {run.total.toLocaleString('en')} 列。檔案保留 24 小時，可在執行紀錄中再次下載。
      </Alert>
    )
  }
  if (run.state === 'failed') {
    return <Alert severity="error">{run.reason ?? '匯出失敗，請再試一次'}</Alert>
  }
  if (run.state === 'cancelled') return <Alert severity="warning">已停止</Alert>
  const percent = run.total === 0 ? 0 : Math.round((run.done / run.total) * 100)
  return (
    <div role="status">
      <LinearProgress
        aria-label="匯出進度"
        variant={run.done > 0 ? 'determinate' : 'indeterminate'}
        value={percent}
      />
      <Typography variant="body2" sx={{ mt: 1 }}>
        {run.done.toLocaleString('en')} / {run.total.toLocaleString('en')}
      </Typography>
    </div>
  )
}
