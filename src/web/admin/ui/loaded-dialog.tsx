import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { type UseQueryOptions, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ApiError } from '../../api/api-error.ts'
import { DialogFrame } from './dialog-frame.tsx'

/** A dialog whose contents are read each time it is opened. */
export function LoadedDialog<Reply>(props: {
  title: string
  query: UseQueryOptions<Reply, ApiError>
  /** Of the skeleton. */
  height?: number
  onClose: () => void
  /** The dialog with its contents. */
  children: (reply: Reply) => ReactNode
}) {
  const { title, height = 320, onClose, children } = props
  const query = useQuery({ ...props.query, gcTime: 0 })
  if (query.data !== undefined) return children(query.data)
  return (
    <DialogFrame title={title} maxWidth="md" onClose={onClose}>
      <Box sx={{ p: 3 }}>
        {query.error ? query.error.message : <Skeleton variant="rounded" height={height} />}
      </Box>
    </DialogFrame>
  )
}
