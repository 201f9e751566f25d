import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Skeleton from '@mui/material/Skeleton'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { RetryAlert } from './retry-alert.tsx'

interface EntryPageProps<Reply> {
  /** The list that the entry belongs to. */
  list: { name: string; path: string }
  query: { data: Reply | undefined; error: Error | null; refetch: () => Promise<unknown> }
  maxWidth?: number
  children: (reply: Reply) => ReactNode
}

/** The page of one entry: the way back to its list, and the entry once it has loaded. */
export function EntryPage<Reply>(props: EntryPageProps<Reply>) {
  const { list, query, maxWidth = 1120, children } = props
  return (
    <Box component="section" sx={{ maxWidth, width: '100%' }}>
      <Button color="inherit" component={Link} to={list.path} sx={{ mb: 1, minHeight: 44 }}>
        返回{list.name}
      </Button>
      {query.data !== undefined ? (
        children(query.data)
      ) : query.error ? (
        <RetryAlert query={query} />
      ) : (
        <Skeleton variant="rounded" height={480} />
      )}
    </Box>
  )
}
