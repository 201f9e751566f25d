import AddIcon from '@mui/icons-material/Add'
import DeleteIcon from '@mui/icons-material/Delete'
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import CircularProgress from '@mui/material/CircularProgress'
import Paper from '@mui/material/Paper'
import Typography from '@mui/material/Typography'
import type { ReactNode, Ref } from 'react'
import { Navigate } from 'react-router'
import { usePageTitle } from '../../ui/page-title.ts'
import { ListPagination } from './list-pagination.tsx'
import type { ListPage } from './list-query.ts'
import { ListTable } from './list-table.tsx'
import type { ListColumn } from './list-table-head.tsx'
import type { useSelection } from './selection.ts'
import type { ListAddress } from './use-list-address.ts'

interface ListScreenProps<Row, Column extends string> {
  title: string
  columns: ListColumn<Row, Column>[]
  titleOf: (row: Row) => string
  address: ListAddress<Column>
  list: ListPage<Row>
  selection: ReturnType<typeof useSelection>
  heading: Ref<HTMLHeadingElement>
  emptyText: string
  search?: ReactNode
  create?: { label: string; onClick: () => void }
  onEdit: (row: Row) => void
  onDelete: (row: Row) => void
  onDeleteMany: (rows: Row[]) => void
}

/** What the lists of the back office have in common: everything but columns, search and dialogs. */
export function ListScreen<Row extends { id: string }, Column extends string>(
  props: ListScreenProps<Row, Column>,
) {
  const { title, address, list, selection } = props
  usePageTitle(title)
  const rows = list.rows ?? []

  const lastPage = list.pagination?.total_pages ?? 1
  if (list.rows?.length === 0 && address.page > lastPage) {
    return <Navigate to={{ search: address.pageSearch(lastPage) }} replace />
  }

  return (
    <Box component="section" sx={{ display: 'flex', flexDirection: 'column', flex: 1, gap: 1.5 }}>
      <Typography variant="h1" ref={props.heading} tabIndex={-1} sx={{ outline: 'none' }}>
        {title}
      </Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
        {props.search}
        <Box sx={{ ml: 'auto', minHeight: 44, display: 'flex', gap: 1.5, alignItems: 'center' }}>
          <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
            {selection.checked.length > 0 && `已選取 ${selection.checked.length} 筆`}
          </Typography>
          {selection.checked.length === 0 && props.create && (
            <Button variant="contained" startIcon={<AddIcon />} onClick={props.create.onClick}>
              {props.create.label}
            </Button>
          )}
          {selection.checked.length > 1 && (
            <Button
              variant="contained"
              color="error"
              startIcon={<DeleteIcon />}
              onClick={() =>
                props.onDeleteMany(rows.filter((row) => selection.checked.includes(row.id)))
              }
            >
              {selection.isAllChecked ? '全部刪除' : '刪除'}
            </Button>
          )}
        </Box>
      </Box>
      <Paper variant="outlined" sx={card}>
        <ListTable
          title={title}
          columns={props.columns}
          rows={rows}
          titleOf={props.titleOf}
          sort={address.sort}
          onSort={address.sortBy}
          selection={selection}
          onEdit={props.onEdit}
          onDelete={props.onDelete}
          isLoading={list.rows === undefined && list.error === null}
          notice={notice(list, props.emptyText)}
        />
      </Paper>
      <ListPagination
        title={title}
        page={address.page}
        pages={list.pagination?.total_pages}
        search={address.pageSearch}
      />
    </Box>
  )
}

function notice<Row>(list: ListPage<Row>, emptyText: string): ReactNode {
  if (list.rows === undefined && list.error) {
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" onClick={list.retry}>
            重試
          </Button>
        }
        sx={{ m: 2, position: 'sticky', left: 16, maxWidth: 'min(100% - 32px, 100vw - 64px)' }}
      >
        {list.error.message}
      </Alert>
    )
  }
  if (list.rows === undefined) {
    return (
      <Box data-testid="list-spinner" sx={{ ...noticeBox, height: 350, maxHeight: 350 }}>
        <CircularProgress aria-label="載入中" />
      </Box>
    )
  }
  if (list.rows.length === 0) {
    return <Box sx={{ ...noticeBox, py: 10, color: 'text.secondary' }}>{emptyText}</Box>
  }
  return undefined
}

/** Stays in view while a wide table scrolls beneath it. */
const noticeBox = {
  position: 'sticky',
  left: 0,
  display: 'grid',
  placeItems: 'center',
  maxWidth: 'min(100%, 100vw - 32px)',
} as const

const card = {
  flex: '1 1 320px',
  minHeight: 320,
  display: 'flex',
  flexDirection: 'column',
  overflow: 'hidden',
} as const
