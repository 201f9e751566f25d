import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { type ReactNode, useId } from 'react'

interface ConfirmDialogProps {
  title: string
  confirmLabel: string
  cancelLabel: string
  color?: 'primary' | 'error'
  /** Until it is done, a second press does nothing. */
  isRunning?: boolean
  onConfirm: () => void
  onCancel: () => void
  children: ReactNode
}

/** A question before something that cannot be taken back; the safe answer has the focus. */
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
    >
      <DialogTitle id={titleId} component="h2">
        {props.title}
      </DialogTitle>
      <DialogContent id={textId} sx={{ color: 'text.secondary' }}>
        {props.children}
      </DialogContent>
      <DialogActions>
        {/* A disabled button would lose the focus. */}
        <Button
          color={props.color === 'error' ? 'error' : 'inherit'}
          aria-disabled={props.isRunning || undefined}
          onClick={() => !props.isRunning && props.onConfirm()}
        >
          {props.confirmLabel}
        </Button>
        <Button variant="contained" autoFocus onClick={props.onCancel}>
          {props.cancelLabel}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
