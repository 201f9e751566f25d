import Checkbox from '@mui/material/Checkbox'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableContainer from '@mui/material/TableContainer'
import TableRow from '@mui/material/TableRow'
import type { ReactNode } from 'react'
import type { EndpointSchema } from '#contract/endpoint.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { fittingActions } from './action-width.ts'
import { actionsOf, type ListDefinition } from './list-definition.ts'
import {
  actionColumn,
  checkboxWidth,
  fittingColumns,
  ListTableHead,
  tableWidth,
} from './list-table-head.tsx'
import type { Sort } from './sort.ts'

export interface ListRowsProps<Row extends { id: string }, Column extends string> {
  list: Pick<
    ListDefinition<EndpointSchema, Row, Column>,
    'title' | 'columns' | 'labelOf' | 'card' | 'rowActions'
  >
  rows: Row[]
  sort: Sort<Column> | undefined
  /** The sorted column again flips its order. */
  onSort: (column: Column) => void
  onSetSort: (sort: Sort<Column>) => void
  selection: {
    checked: string[]
    isAllChecked: boolean
    toggleOne: (id: string) => void
    toggleAll: () => void
  }
  /** Whether anything can be done with rows that are checked. */
  hasSelection: boolean
  onAction: (row: Row, dialog: string) => void
  isLoading: boolean
  /** Replaces the rows: they are loading, could not be loaded, or there are none. */
  notice?: ReactNode
}

/** The table of a list: sticky head, a checkbox and the actions on every row. */
export function ListTable<Row extends { id: string }, Column extends string>(
  props: ListRowsProps<Row, Column>,
) {
  const { list, rows, selection, hasSelection } = props
  const actionsWidth = list.rowActions ? fittingActions(list.rowActions, rows) : 0
  const columns = fittingColumns(list.columns, rows)
  const labelOf = list.labelOf ?? ((row: Row) => row.id)
  const areActionsOff = selection.checked.length > 1
  return (
    <TableContainer tabIndex={0} aria-label={list.title} role="region" sx={{ flex: '1 1 auto' }}>
      <Table
        stickyHeader
        size="small"
        aria-label={list.title}
        aria-busy={props.isLoading}
        sx={{
          tableLayout: 'fixed',
          minWidth: tableWidth(columns, actionsWidth + (hasSelection ? checkboxWidth : 0)),
        }}
      >
        <ListTableHead
          columns={columns}
          hasSelection={hasSelection}
          actionsWidth={actionsWidth}
          sort={props.sort}
          onSort={props.onSort}
          isAllChecked={selection.isAllChecked}
          isSomeChecked={selection.checked.length > 0}
          hasRows={rows.length > 0}
          onToggleAll={selection.toggleAll}
        />
        <TableBody>
          {props.notice ? (
            <TableRow>
              <TableCell
                colSpan={columns.length + Number(hasSelection) + Number(actionsWidth > 0)}
                sx={{ border: 0, p: 0 }}
              >
                {props.notice}
              </TableCell>
            </TableRow>
          ) : (
            rows.map((row) => (
              <TableRow key={row.id} hover selected={selection.checked.includes(row.id)}>
                {hasSelection && (
                  <TableCell padding="none" sx={checkboxCell}>
                    <Checkbox
                      checked={selection.checked.includes(row.id)}
                      onChange={() => selection.toggleOne(row.id)}
                      slotProps={{ input: { 'aria-label': `選取 ${labelOf(row)}` } }}
                    />
                  </TableCell>
                )}
                {columns.map((column) => (
                  <TableCell key={column.label} align={column.align ?? 'left'} sx={dataCell}>
                    {column.render(row)}
                  </TableCell>
                ))}
                {list.rowActions && (
                  <TableCell padding="none" sx={actionCell}>
                    {actionsOf(list.rowActions, row).map(
                      ({ label, dialog, permission, refusal, color = 'inherit' }) => (
                        <ActionButton
                          key={label}
                          permission={permission}
                          refusal={refusal?.(row)}
                          about={labelOf(row)}
                          color={color}
                          disabled={areActionsOff}
                          onClick={() => props.onAction(row, dialog)}
                          sx={rowAction}
                        >
                          {label}
                        </ActionButton>
                      ),
                    )}
                  </TableCell>
                )}
              </TableRow>
            ))
          )}
        </TableBody>
      </Table>
    </TableContainer>
  )
}

const checkboxCell = { width: checkboxWidth, textAlign: 'center' } as const
const dataCell = { px: 1, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' } as const
const rowAction = { minWidth: 44, minHeight: 44, px: 0.5 } as const
const actionCell = {
  ...actionColumn,
  whiteSpace: 'nowrap',
  textAlign: 'right',
  px: 0.5,
} as const
