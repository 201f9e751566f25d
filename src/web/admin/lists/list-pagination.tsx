import Box from '@mui/material/Box'
import Pagination from '@mui/material/Pagination'
import PaginationItem from '@mui/material/PaginationItem'
import TextField from '@mui/material/TextField'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useState } from 'react'
import { Link } from 'react-router'
import { adminPageSizes } from '#contract/paging.ts'

interface ListPaginationProps {
  title: string
  page: number
  /** Undefined while a page loads: those known before stay, and the focus with them. */
  pages: number | undefined
  search: (page: number) => string
  /** How many rows a page has, where that can be chosen. */
  pageSize?: string | undefined
  onPageSize?: (size: string) => void
}

/** The pages of a list as links within its own address. */
export function ListPagination(props: ListPaginationProps) {
  const { title, page, pages, search, pageSize } = props
  const [known, setKnown] = useState(pages)
  if (pages !== undefined && pages !== known) setKnown(pages)
  const isNarrow = useMediaQuery('(max-width: 599px)')
  return (
    <Box sx={{ ...row, visibility: known === undefined ? 'hidden' : 'visible' }}>
      <Pagination
        aria-label={`${title}分頁`}
        page={page}
        count={known ?? 1}
        siblingCount={isNarrow ? 0 : 1}
        shape="rounded"
        color="primary"
        renderItem={(item) => (
          <PaginationItem
            {...item}
            component={Link}
            to={{ search: search(item.page ?? page) }}
            aria-disabled={item.disabled || undefined}
          />
        )}
      />
      {pageSize !== undefined && (
        <TextField
          select
          size="small"
          label="每頁"
          value={pageSize}
          onChange={({ target }) => props.onPageSize?.(target.value)}
          slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
        >
          {adminPageSizes.map((size) => (
            <option key={size} value={size}>
              {size} 筆
            </option>
          ))}
        </TextField>
      )}
    </Box>
  )
}

const row = {
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'center',
  columnGap: 2,
  rowGap: 1,
} as const
