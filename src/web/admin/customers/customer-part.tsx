import Box from '@mui/material/Box'
import Pagination from '@mui/material/Pagination'
import Skeleton from '@mui/material/Skeleton'
import type { UseQueryOptions } from '@tanstack/react-query'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Pagination as Pages } from '#contract/paging.ts'
import type { ApiError } from '../../api/api-error.ts'
import { Panel } from '../ui/panel.tsx'
import { RetryAlert } from '../ui/retry-alert.tsx'

interface CustomerPartProps<Reply extends { pagination: Pages }> {
  title: string
  emptyText: string
  /** The query of a page. */
  queryOf: (page: string) => UseQueryOptions<Reply, ApiError>
  /** Stands above the rows, whatever has loaded. */
  form?: ReactNode
  isEmpty: (reply: Reply) => boolean
  children: (reply: Reply) => ReactNode
}

/** A part of a customer's page with pages of its own. */
export function CustomerPart<Reply extends { pagination: Pages }>(props: CustomerPartProps<Reply>) {
  const [page, setPage] = useState(1)
  const query = useQuery({ ...props.queryOf(String(page)), placeholderData: keepPreviousData })
  const { data } = query
  const pages = data?.pagination.total_pages ?? 1
  // The last entry of the last page may have been removed.
  if (data && !query.isPlaceholderData && page > pages) setPage(pages)
  return (
    <Panel title={props.title}>
      {props.form}
      {data ? (
        props.isEmpty(data as Reply) ? (
          <Box sx={{ color: 'text.secondary' }}>{props.emptyText}</Box>
        ) : (
          props.children(data as Reply)
        )
      ) : query.error ? (
        <RetryAlert query={query} />
      ) : (
        <Skeleton variant="rounded" height={96} />
      )}
      {pages > 1 && (
        <Pagination
          aria-label={`${props.title}分頁`}
          page={page}
          count={pages}
          siblingCount={0}
          shape="rounded"
          color="primary"
          onChange={(_, next) => setPage(next)}
          sx={{ mt: 1, '& ul': { justifyContent: 'center' } }}
        />
      )}
    </Panel>
  )
}
