import { t } from '#contract/translate.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { FormNotice } from './form-notice.tsx'

interface ConfirmDialogProps {
  isOpen: boolean
  onClose: () => void
  title: string
  text: string
  /** The button that does it. */
  confirm: string
  /** Why it was refused. */
  failure?: string | undefined
  isLoading: boolean
  onConfirm: () => void
}

/** Asks before what cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, onClose, title, text, confirm, failure, isLoading, onConfirm } = props
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button onClick={onClose}>{t('返回')}</Button>
          <Button variant="danger" isLoading={isLoading} onClick={onConfirm}>
            {confirm}
          </Button>
        </>
      }
    >
      <div className="space-y-4">
        <p>{text}</p>
        <FormNotice failure={failure} />
      </div>
    </Dialog>
  )
}
