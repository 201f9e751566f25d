import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { ReactNode } from 'react'
import { DialogFrame } from './dialog-frame.tsx'
import { UnsavedChangesDialog } from './unsaved-changes-dialog.tsx'
import { useUnsavedGuard } from './use-unsaved-guard.ts'

interface FormDialogProps {
  title: string
  submitLabel: string
  isDirty: boolean
  isSaving: boolean
  /** Something that belongs to the entry is still on its way. */
  isWaiting?: boolean
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** A dialog with a form; one that holds unsaved changes asks before they are lost. */
export function FormDialog(props: FormDialogProps) {
  const guard = useUnsavedGuard({ isDirty: props.isDirty, onClose: props.onClose })
  return (
    <>
      <DialogFrame
        title={props.title}
        maxWidth="md"
        fillsSmallScreen
        onClose={guard.close}
        onSubmit={props.onSubmit}
      >
        <DialogContent dividers>{props.children}</DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={guard.close}>
            關閉
          </Button>
          <Button
            type="submit"
            variant="contained"
            loading={props.isSaving}
            disabled={props.isWaiting === true}
          >
            {props.submitLabel}
          </Button>
        </DialogActions>
      </DialogFrame>
      {guard.isAsking && <UnsavedChangesDialog onStay={guard.stay} onDiscard={guard.discard} />}
    </>
  )
}
