import Pagination from '@mui/material/Pagination'
import PaginationItem from '@mui/material/PaginationItem'
import useMediaQuery from '@mui/material/useMediaQuery'
import { Link } from 'react-router'

interface ListPaginationProps {
  title: string
  page: number
  /** Undefined while the list loads: its space is reserved. */
  pages: number | undefined
  search: (page: number) => string
}

/** The pages of a list as links within its own address. */
export function ListPagination({ title, page, pages, search }: ListPaginationProps) {
  const isNarrow = useMediaQuery('(max-width: 599px)')
  return (
    <Pagination
      aria-label={`${title}分頁`}
      page={page}
      count={pages ?? 1}
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
      sx={{ alignSelf: 'center', visibility: pages === undefined ? 'hidden' : 'visible' }}
    />
  )
}
