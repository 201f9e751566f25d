import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  text: string
  /** The button that does it. */
  confirm: string
  isLoading: boolean
  onConfirm: () => void
}

/** Asks before what cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, text, confirm, isLoading, onConfirm } = props
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>返回</Button>
          <Button variant="danger" isLoading={isLoading} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <p>{text}</p>
    </Dialog>
  )
}
