import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogContentText from '@mui/material/DialogContentText'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'

export function UnsavedChangesDialog(props: { onStay: () => void; onDiscard: () => void }) {
  const titleId = useId()
  const textId = useId()
  return (
    <Dialog
      open
      role="alertdialog"
      maxWidth="xs"
      onClose={props.onStay}
      aria-labelledby={titleId}
      aria-describedby={textId}
    >
      <DialogTitle id={titleId} component="h2">
        尚有未儲存的變更
      </DialogTitle>
      <DialogContent>
        <DialogContentText id={textId}>離開後，剛才輸入的內容將不會保留。</DialogContentText>
      </DialogContent>
      <DialogActions>
        <Button color="error" onClick={props.onDiscard}>
          捨棄變更
        </Button>
        <Button variant="contained" autoFocus onClick={props.onStay}>
          繼續編輯
        </Button>
      </DialogActions>
    </Dialog>
  )
}
