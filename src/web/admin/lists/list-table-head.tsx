import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import TableSortLabel from '@mui/material/TableSortLabel'
import type { ReactNode } from 'react'
import type { Permission } from '#contract/permissions.ts'
import type { Sort } from './sort.ts'

export interface ListColumn<Row, Column extends string> {
  label: string
  /** Without it there is no such column, nor an order by it. */
  permission?: Permission
  /** Pixels. */
  width: number
  /** The pixels that a row needs at least, where a wider one must not break. */
  widthOf?: (row: Row) => number
  /** Takes what a wide screen has left over; without such a column the actions take it. */
  grows?: boolean
  align?: 'right' | 'center'
  /** The server sorts by it; a column without one cannot be sorted. */
  sort?: Column
  /** Labels of ascending and descending in a sort menu. */
  sortWords?: [ascending: string, descending: string]
  render: (row: Row) => ReactNode
}

/** There for screen readers only. */
const visuallyHidden = {
  position: 'absolute',
  width: '1px',
  height: '1px',
  overflow: 'hidden',
  clipPath: 'inset(50%)',
  whiteSpace: 'nowrap',
} as const

/** The actions stay at hand while a narrow screen scrolls the columns. */
export const actionColumn = {
  position: 'sticky',
  right: 0,
  borderLeft: 1,
  borderLeftColor: 'divider',
} as const

/** Of the column with the checkboxes, in pixels. */
export const checkboxWidth = 44

/** The columns, as wide as the rows need them. */
export function fittingColumns<Row, Column extends string>(
  columns: ListColumn<Row, Column>[],
  rows: Row[],
): ListColumn<Row, Column>[] {
  return columns.map((column) => ({
    ...column,
    width: Math.max(column.width, ...rows.map((row) => column.widthOf?.(row) ?? 0)),
  }))
}

export function tableWidth(columns: { width: number }[], others: number): number {
  return columns.reduce((sum, column) => sum + column.width, others)
}

interface ListTableHeadProps<Row, Column extends string> {
  columns: ListColumn<Row, Column>[]
  /** 0 where no row has any. */
  actionsWidth: number
  hasSelection: boolean
  sort: Sort<Column> | undefined
  onSort: (column: Column) => void
  isAllChecked: boolean
  isSomeChecked: boolean
  hasRows: boolean
  onToggleAll: () => void
}

export function ListTableHead<Row, Column extends string>(props: ListTableHeadProps<Row, Column>) {
  const { columns, sort, onSort } = props
  return (
    <TableHead>
      <TableRow>
        {props.hasSelection && (
          <TableCell padding="none" sx={{ width: checkboxWidth, textAlign: 'center' }}>
            <Checkbox
              checked={props.isAllChecked}
              indeterminate={props.isSomeChecked && !props.isAllChecked}
              disabled={!props.hasRows}
              onChange={props.onToggleAll}
              slotProps={{ input: { 'aria-label': '全選' } }}
            />
          </TableCell>
        )}
        {columns.map(({ label, width, grows, align, sort: column }) => (
          <TableCell
            key={label}
            align={align ?? 'left'}
            sortDirection={column && sort?.column === column ? sort.order : false}
            sx={{ px: 1, ...(!grows && { width }) }}
          >
            {column ? (
              <TableSortLabel
                active={sort?.column === column}
                direction={sort?.column === column ? sort.order : 'asc'}
                onClick={() => onSort(column)}
              >
                {label}
              </TableSortLabel>
            ) : (
              label
            )}
          </TableCell>
        ))}
        {props.actionsWidth > 0 && (
          <TableCell
            sx={{
              ...actionColumn,
              zIndex: 3,
              ...(columns.some(({ grows }) => grows) && { width: props.actionsWidth }),
            }}
          >
            <Box component="span" sx={visuallyHidden}>
              操作
            </Box>
          </TableCell>
        )}
      </TableRow>
    </TableHead>
  )
}
