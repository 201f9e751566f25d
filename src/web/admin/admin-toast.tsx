import { Toast as Base } from '@base-ui/react/toast'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Portal from '@mui/material/Portal'
import { groupOfToast } from '../ui/group-of-toast.ts'
import { ToastProvider } from '../ui/toast-provider.tsx'
import { closeToast, type Toast } from '../ui/toast-store.ts'
import { keepClearOfButtons } from './clear-of-buttons.ts'

declare module '@mui/material/Alert' {
  interface AlertPropsColorOverrides {
    secondary: true
  }
}

/** The toasts as the back office shows them: bottom right, above an open dialog. */
export function AdminToast() {
  return (
    <ToastProvider>
      <Viewport />
    </ToastProvider>
  )
}

/** Mounted again for each toast: an open dialog hides siblings that existed when it opened. */
function Viewport() {
  const { toasts } = Base.useToastManager<Toast>()
  if (toasts.length === 0) return null
  const listOf = (tone: Toast['tone']) =>
    toasts.flatMap((entry) =>
      entry.data?.tone === tone
        ? [
            <Base.Root key={entry.id} toast={entry} {...groupOfToast} hidden={entry.limited}>
              <ToastAlert toast={entry.data} />
            </Base.Root>,
          ]
        : [],
    )
  return (
    <Portal key={toasts[0]?.id}>
      <Box
        component={Base.Viewport}
        ref={keepClearOfButtons}
        aria-label="通知"
        aria-live="off"
        sx={atBottomRight}
      >
        <div role="status">{listOf('success')}</div>
        <div role="alert">{listOf('failure')}</div>
      </Box>
    </Portal>
  )
}

function ToastAlert({ toast: { id, tone, text, action } }: { toast: Toast }) {
  const press = () => {
    if (action && 'onPress' in action) action.onPress()
    closeToast(id)
  }
  return (
    <Alert
      role="presentation"
      variant="filled"
      severity={tone === 'success' ? 'success' : 'error'}
      color={tone === 'success' ? 'secondary' : 'error'}
      closeText="關閉通知"
      onClose={() => closeToast(id)}
      sx={{ mt: 1 }}
    >
      {text}
      {action && 'onPress' in action && (
        <Button
          color="inherit"
          onClick={press}
          sx={{ minHeight: 44, my: -1.5, ml: 1, fontWeight: 600, textDecoration: 'underline' }}
        >
          {action.label}
        </Button>
      )}
    </Alert>
  )
}

const atBottomRight = {
  position: 'fixed',
  zIndex: 'snackbar',
  right: { xs: 8, sm: 24 },
  left: { xs: 8, sm: 'auto' },
  bottom: { xs: 8, sm: 24 },
  maxWidth: { sm: 420 },
  outline: 'none',
}
