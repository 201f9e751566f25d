import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'

interface RetryAlertProps {
  query: { error: Error | null; refetch: () => Promise<unknown> }
  /** In place of the words of the error. */
  message?: string
}

/** Why something could not be loaded, with a button that tries again. */
export function RetryAlert({ query, message }: RetryAlertProps) {
  return (
    <Alert
      severity="error"
      action={
        <Button color="inherit" onClick={() => void query.refetch()}>
          重試
        </Button>
      }
    >
      {message ?? query.error?.message}
    </Alert>
  )
}
