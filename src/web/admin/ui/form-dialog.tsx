import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { ReactNode } from 'react'
import { ActionButton } from './action-button.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { DialogFrame } from './dialog-frame.tsx'
import { UnsavedDialog } from './unsaved-dialog.tsx'
import { useIsUploading } from './use-is-uploading.ts'
import type { SaveEntry } from './use-save-entry.ts'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

interface FormDialogProps {
  title: string
  submitLabel: string
  save: SaveEntry
  /** False while there is nothing to send. */
  isReady?: boolean
  /** Only 關閉 and the X close it. */
  ignoresEscape?: boolean
  /** Stands at the left of the buttons. */
  extraAction?: ReactNode
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form; one that holds unsaved changes asks before they are lost. */
export function FormDialog(props: FormDialogProps) {
  const { save } = props
  const guard = useUnsavedGuard({ isDirty: save.isDirty, onClose: props.onClose })
  const isUploading = useIsUploading()
  return (
    <>
      <DialogFrame
        title={props.title}
        maxWidth="md"
        fillsSmallScreen
        // The guard asks where something was typed.
        escape={props.ignoresEscape ? 'ignore' : 'close'}
        onClose={guard.close}
        onSubmit={save.submit}
      >
        <DialogContent dividers>{props.children}</DialogContent>
        <DialogActions>
          {props.extraAction && <Box sx={{ mr: 'auto' }}>{props.extraAction}</Box>}
          <Button color="inherit" onClick={guard.close}>
            關閉
          </Button>
          <ActionButton
            type="submit"
            variant="contained"
            isLoading={save.isSaving}
            disabled={isUploading || props.isReady === false}
          >
            {props.submitLabel}
          </ActionButton>
        </DialogActions>
      </DialogFrame>
      {save.questions.length > 0 && (
        <ConfirmDialog
          title="儲存前請再確認"
          confirmLabel="仍要儲存"
          cancelLabel="返回修改"
          onConfirm={save.confirm}
          onCancel={save.cancel}
        >
          <Box
            component="ul"
            sx={{ m: 0, pl: 2.5, overflowWrap: 'anywhere', color: 'text.primary' }}
          >
            {save.questions.map((question) => (
              <li key={question}>{question}</li>
            ))}
          </Box>
        </ConfirmDialog>
      )}
      {guard.isAsking && <UnsavedDialog onDiscard={guard.discard} onStay={guard.stay} />}
    </>
  )
}
