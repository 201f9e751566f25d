import Box from '@mui/material/Box'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import TextField from '@mui/material/TextField'
import type { ReactNode } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import { actionsOf } from './list-definition.ts'
import type { ListRowsProps } from './list-table.tsx'
import type { ListColumn } from './list-table-head.tsx'
import { readSort } from './sort.ts'

/** The rows of a list on a narrow screen: cards, each of which opens its entry as a whole. */
export function ListCards<Row extends { id: string }, Column extends string>(
  props: ListRowsProps<Row, Column>,
) {
  const { list, rows, selection, hasSelection } = props
  const labelOf = list.labelOf ?? ((row: Row) => row.id)
  return (
    <>
      <Box sx={head}>
        {hasSelection && (
          <FormControlLabel
            label="全選"
            control={
              <Checkbox
                checked={selection.isAllChecked}
                indeterminate={selection.checked.length > 0 && !selection.isAllChecked}
                disabled={rows.length === 0}
                onChange={selection.toggleAll}
              />
            }
            sx={{ ml: 0.5, whiteSpace: 'nowrap' }}
          />
        )}
        <SortField {...props} />
      </Box>
      {props.notice}
      <Box component="ul" aria-label={list.title} aria-busy={props.isLoading} sx={cards}>
        {rows.map((row) => {
          const isChecked = selection.checked.includes(row.id)
          return (
            <Box key={row.id} component="li" sx={[card, isChecked && checkedCard]}>
              {hasSelection && (
                <Checkbox
                  checked={isChecked}
                  onChange={() => selection.toggleOne(row.id)}
                  slotProps={{ input: { 'aria-label': `選取 ${labelOf(row)}` } }}
                  sx={{ ...above, alignSelf: 'start' }}
                />
              )}
              <Box
                sx={{
                  minWidth: 0,
                  py: 1.25,
                  pr: 1.5,
                  '& a, & summary': above,
                  ...(!hasSelection && { gridColumn: '1 / -1', pl: 2 }),
                }}
              >
                {list.card?.(row) ?? <AllColumns columns={list.columns} row={row} />}
              </Box>
              <Box
                sx={{ gridColumn: '1 / -1', display: 'flex', justifyContent: 'flex-end', px: 1 }}
              >
                {actionsOf(list.rowActions, row).map(
                  ({ label, dialog, permission, refusal, color = 'inherit' }, index) => (
                    <ActionButton
                      key={label}
                      permission={permission}
                      refusal={refusal?.(row)}
                      about={labelOf(row)}
                      color={color}
                      disabled={selection.checked.length > 1}
                      onClick={() => props.onAction(row, dialog)}
                      sx={index === 0 ? wholeCard : { ...above, ...action }}
                    >
                      {label}
                    </ActionButton>
                  ),
                )}
              </Box>
            </Box>
          )
        })}
      </Box>
    </>
  )
}

function SortField<Row extends { id: string }, Column extends string>(
  props: ListRowsProps<Row, Column>,
) {
  const { list, sort } = props
  const columns = list.columns.flatMap(({ sort: column, ...rest }) =>
    column ? [{ ...rest, column }] : [],
  )
  if (columns.length === 0) return null
  return (
    <TextField
      select
      size="small"
      label="排序"
      value={sort ? `sort=${sort.column}&order=${sort.order}` : ''}
      onChange={({ target }) => {
        const next = readSort(
          new URLSearchParams(target.value),
          columns.map(({ column }) => column),
        )
        if (next) props.onSetSort(next)
      }}
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
      sx={{ minWidth: 0, maxWidth: '65%' }}
    >
      {!sort && <option value="">預設</option>}
      {columns.flatMap(({ column, label, sortWords = ['由小到大', '由大到小'] }) => [
        <option key={`${column} asc`} value={`sort=${column}&order=asc`}>
          {`${label}：${sortWords[0]}`}
        </option>,
        <option key={`${column} desc`} value={`sort=${column}&order=desc`}>
          {`${label}：${sortWords[1]}`}
        </option>,
      ])}
    </TextField>
  )
}

function AllColumns<Row, Column extends string>(props: {
  columns: ListColumn<Row, Column>[]
  row: Row
}): ReactNode {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '6em 1fr', gap: 0.5 }}>
      {props.columns.map(({ label, render }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {render(props.row)}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

const head = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: 1,
  '&:empty': { display: 'none' },
} as const
const cards = {
  listStyle: 'none',
  m: 0,
  mt: 1,
  p: 0,
  display: 'grid',
  gap: 1.5,
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 20rem), 1fr))',
} as const
const card = {
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: '44px minmax(0, 1fr)',
  bgcolor: 'background.paper',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1.5,
  fontVariantNumeric: 'tabular-nums',
} as const
const checkedCard = { bgcolor: 'action.selected', borderColor: 'primary.main' } as const
const above = { position: 'relative', zIndex: 1 } as const
const action = { minWidth: 44, minHeight: 44 } as const
/** The button covers its card, so that a press anywhere on it counts. */
const wholeCard = {
  ...action,
  position: 'static',
  '&::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 1.5 },
} as const
