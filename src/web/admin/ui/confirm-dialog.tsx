import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'
import { opaqueBackdrop } from './opaque-backdrop.ts'

interface ConfirmDialogProps {
  title: string
  confirmLabel: string
  cancelLabel: string
  color?: 'primary' | 'error'
  /** Nothing of the screen below can be read. */
  hidesScreen?: boolean
  /** Until it is done, a second press does nothing. */
  isRunning?: boolean
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

/** A question before something is done, its buttons as in any dialog; the safe answer has the focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const titleId = useId()
  const textId = useId()
  return (
    <Dialog
      open
      role="alertdialog"
      maxWidth="xs"
      fullWidth
      onClose={props.onCancel}
      aria-labelledby={titleId}
      aria-describedby={textId}
      {...(props.hidesScreen && { slotProps: opaqueBackdrop })}
    >
      <DialogTitle id={titleId} component="h2">
        {props.title}
      </DialogTitle>
      <DialogContent id={textId} sx={{ color: 'text.secondary' }}>
        {props.children}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={props.onCancel}>
          {props.cancelLabel}
        </Button>
        {/* A disabled button would lose the focus. */}
        <Button
          variant="contained"
          color={props.color ?? 'primary'}
          aria-disabled={props.isRunning || undefined}
          onClick={() => !props.isRunning && props.onConfirm()}
        >
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
