import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'

interface LoadingProps {
  query: { data: unknown; error: Error | null; refetch: () => Promise<unknown> }
  /** Of what will be there, in pixels. */
  height: number
  children: ReactNode
}

/** A part of the page that loads, and fails, by itself. */
export function Loading({ query, height, children }: LoadingProps) {
  if (query.data !== undefined) return children
  if (!query.error) return <Skeleton variant="rounded" height={height} sx={{ mt: 1.5 }} />
  return (
    <Alert
      severity="error"
      sx={{ mt: 1.5 }}
      action={
        <Button color="inherit" onClick={() => void query.refetch()}>
          重試
        </Button>
      }
    >
      無法載入
    </Alert>
  )
}
