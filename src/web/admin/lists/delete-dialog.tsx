import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import LinearProgress from '@mui/material/LinearProgress'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import type { TrashKind } from '#contract/trash.ts'
import { showToast } from '../../ui/toast-store.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import type { DialogProps } from './list-definition.ts'
import { useBulkAction } from './use-bulk-action.ts'
import { useRestore } from './use-restore.ts'

interface DetailRow {
  label: string
  value: ReactNode
}

interface DeleteDialogProps<Entry> extends Omit<DialogProps, 'onSaved'> {
  /** One entry, or several to delete together. */
  entries: Entry[]
  labelOf: (entry: Entry) => string
  detailsOf: (entry: Entry) => DetailRow[]
  remove: (id: string) => Promise<{ message: string }>
  confirmManyLabel?: string
  /** Kind of the entries in the trash, from which the toast restores them. */
  trashKind: TrashKind
  /** Said above the button, such as entries that will stay. */
  noticeOf?: (entries: Entry[]) => string | undefined
  /** Asks a second time, before anything is deleted. */
  warningOf?: (entries: Entry[]) => { title: string; text: string } | undefined
  /** Closes without a message when nothing could be deleted. */
  isFailureSilent?: boolean
}

export function DeleteDialog<Entry extends { id: string }>(props: DeleteDialogProps<Entry>) {
  const { entries, labelOf, remove, onClose } = props
  const [isWarning, setIsWarning] = useState(false)
  const single = entries.length === 1 ? entries[0] : undefined
  const notice = props.noticeOf?.(entries)
  const warning = props.warningOf?.(entries)
  const restore = useRestore(props.onReload)
  const deletion = useBulkAction<Entry>({
    run: ({ id }) => remove(id),
    successText: (count) => `成功刪除 ${count} 筆資料`,
    failedWord: '未刪除',
    actionOf: (deleted) => ({
      label: '復原',
      onPress: () =>
        restore(
          props.trashKind,
          deleted.map(({ id }) => id),
        ),
    }),
    onDone: props.onDeleted,
    onFailed: ({ message }) => {
      if (props.isFailureSilent) return props.onDeleted()
      showToast({ message, success: false })
      props.onReload()
    },
  })
  return (
    <>
      <DialogFrame
        title={single ? `${labelOf(single)} - 確認刪除` : '確認刪除多筆資料'}
        maxWidth="sm"
        onClose={onClose}
        onSubmit={() => (warning ? setIsWarning(true) : deletion.start(entries))}
      >
        <DialogContent dividers>
          {single ? (
            <DetailList details={props.detailsOf(single)} />
          ) : (
            <LabelList labels={entries.map((entry) => ({ id: entry.id, label: labelOf(entry) }))} />
          )}
          {notice && (
            <Alert severity="warning" sx={{ mt: 2 }}>
              {notice}
            </Alert>
          )}
          {deletion.isRunning && entries.length > 1 && (
            <Progress settled={deletion.settled} total={entries.length} />
          )}
        </DialogContent>
        <DialogActions>
          <Button color="inherit" autoFocus onClick={onClose}>
            關閉
          </Button>
          <ActionButton
            type="submit"
            variant="contained"
            color="error"
            isLoading={deletion.isRunning}
          >
            {(!single && props.confirmManyLabel) || '確認刪除'}
          </ActionButton>
        </DialogActions>
      </DialogFrame>
      {isWarning && warning && (
        <ConfirmDialog
          title={warning.title}
          confirmLabel="仍要刪除"
          cancelLabel="返回"
          color="error"
          onCancel={() => setIsWarning(false)}
          onConfirm={() => {
            setIsWarning(false)
            deletion.start(entries)
          }}
        >
          {warning.text}
        </ConfirmDialog>
      )}
    </>
  )
}

function Progress({ settled, total }: { settled: number; total: number }) {
  return (
    <Box sx={{ mt: 2 }}>
      <LinearProgress
        aria-label="處理進度"
        variant="determinate"
        value={Math.round((100 * settled) / total)}
      />
      <Typography variant="body2" role="status" sx={{ mt: 1, color: 'text.secondary' }}>
        已處理 {settled} / {total} 筆
      </Typography>
    </Box>
  )
}

function DetailList({ details }: { details: DetailRow[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '6em 1fr', gap: 1 }}>
      {details.map(({ label, value }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

function LabelList({ labels }: { labels: { id: string; label: string }[] }) {
  return (
    <>
      <Typography sx={{ mb: 1 }}>
        將刪除以下 {labels.length} 筆資料，刪除後可從垃圾桶還原。
      </Typography>
      <Box component="ul" sx={{ m: 0, pl: 3, listStyle: 'disc', overflowWrap: 'anywhere' }}>
        {labels.map(({ id, label }) => (
          <li key={id}>{label}</li>
        ))}
      </Box>
    </>
  )
}
