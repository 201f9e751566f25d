import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { copyText } from '../../../ui/copy-text.ts'
import { DialogFrame } from '../../ui/dialog-frame.tsx'

interface SecretDialogProps {
  title: string
  /** Its name, as the program that takes it calls it. */
  label: string
  secret: string
  onClose: () => void
}

/** A secret that the server shows once: Escape does not close it. */
export function SecretDialog({ title, label, secret, onClose }: SecretDialogProps) {
  return (
    <DialogFrame title={title} maxWidth="sm" escape="ignore" onClose={onClose}>
      <DialogContent dividers>
        <Alert severity="warning">請現在複製並妥善保存。關閉後不會再顯示，遺失時要重新建立。</Alert>
        <Box
          component="code"
          aria-label={label}
          sx={{
            display: 'block',
            mt: 2,
            p: 1.5,
            bgcolor: 'action.hover',
            overflowWrap: 'anywhere',
          }}
        >
          {secret}
        </Box>
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => copyText(secret, `已複製${label}`)}>
          複製{label}
        </Button>
        <Button type="submit" variant="contained">
          我已保存
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
