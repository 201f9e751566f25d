import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'

interface ListNoticeProps {
  isLoaded: boolean
  error: Error | null
  onRetry: () => void
  emptyText: string
  /** Set where a filter has found nothing. */
  onClear?: (() => void) | undefined
}

/** Replaces the rows: they are loading, could not be loaded, or there are none. */
export function ListNotice({ isLoaded, error, onRetry, emptyText, onClear }: ListNoticeProps) {
  if (isLoaded) {
    return (
      <Box sx={{ ...noticeBox, gap: 1.5, py: 10, color: 'text.secondary' }}>
        {emptyText}
        {onClear && (
          <Button variant="outlined" color="inherit" onClick={onClear}>
            清除條件
          </Button>
        )}
      </Box>
    )
  }
  if (error) {
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={onRetry}>
            重試
          </Button>
        }
        sx={{ m: 2, position: 'sticky', left: 16, maxWidth: 'min(100% - 32px, 100vw - 64px)' }}
      >
        {error.message}
      </Alert>
    )
  }
  return (
    <Box data-testid="list-spinner" sx={{ ...noticeBox, height: 350, maxHeight: 350 }}>
      <CircularProgress aria-label="載入中" />
    </Box>
  )
}

/** Stays in view while a wide table scrolls beneath it. */
const noticeBox = {
  position: 'sticky',
  left: 0,
  display: 'grid',
  placeItems: 'center',
  maxWidth: 'min(100%, 100vw - 32px)',
} as const
