import Alert from '@mui/material/Alert'
import Portal from '@mui/material/Portal'
import Snackbar from '@mui/material/Snackbar'
import { useState } from 'react'
import { hideToast, useToast } from '../ui/toast-store.ts'

declare module '@mui/material/Alert' {
  interface AlertPropsColorOverrides {
    secondary: true
  }
}

/** The shop's one toast, as the back office shows it: bottom right, above an open dialog. */
export function AdminToast() {
  const toast = useToast()
  const [shown, setShown] = useState({ toast, count: 0 })
  if (toast !== shown.toast) setShown({ toast, count: shown.count + (toast.open ? 1 : 0) })

  return (
    <Portal>
      <Snackbar
        key={shown.count}
        open={toast.open}
        autoHideDuration={toast.autoHideDuration}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        sx={aboveTheButtons}
        onClose={(_, reason) => reason === 'timeout' && hideToast()}
      >
        <Alert
          role={toast.success ? 'status' : 'alert'}
          variant="filled"
          severity={toast.success ? 'success' : 'error'}
          color={toast.success ? 'secondary' : 'error'}
          closeText="關閉通知"
          onClose={hideToast}
        >
          {toast.message}
        </Alert>
      </Snackbar>
    </Portal>
  )
}

/** The buttons of an open dialog, at its foot, are never covered. */
const aboveTheButtons = {
  maxWidth: { sm: 420 },
  'body:has(.MuiDialog-root) &&': { bottom: 112 },
}
