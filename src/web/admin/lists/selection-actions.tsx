import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import { type ComponentType, type ReactNode, useState } from 'react'
import type { EndpointSchema } from '#contract/endpoint.ts'
import { RunMenu } from '../runs/run-menu.tsx'
import { ActionButton } from '../ui/action-button.tsx'
import type { BulkDialogProps, ListDefinition } from './list-definition.ts'

interface SelectionActionsProps<Row extends { id: string }, Column extends string> {
  list: Pick<
    ListDefinition<EndpointSchema, Row, Column>,
    'selectedRowActions' | 'bulkActions' | 'runs' | 'exportKind'
  >
  checked: Row[]
  isAllChecked: boolean
  /** The list has further pages. */
  hasMore: boolean
  /** Another page, order or search of the list. */
  listKey: string
  /** The list's filter, for a run over all of it. */
  filter: Record<string, string>
  /** A run was started. */
  onStarted: () => void
  /** Sticks to the bottom of the window while something is checked. */
  isAtBottom: boolean
  onOpen: (dialog: string) => void
  onBulk: (dialog: ComponentType<BulkDialogProps<Row>>) => void
  /** Shown while nothing is checked. */
  children: ReactNode
}

/** Actions on the checked rows; with none checked, the button for a new entry. */
export function SelectionActions<Row extends { id: string }, Column extends string>(
  props: SelectionActionsProps<Row, Column>,
) {
  const { list, checked } = props
  const [wholeKey, setWholeKey] = useState<string>()
  // Only while the whole page stays checked; checking it again does not select the whole list.
  const isWhole = props.isAllChecked && wholeKey === props.listKey
  if (wholeKey !== undefined && !isWhole) setWholeKey(undefined)
  const single = checked.length === 1 ? checked[0] : undefined
  return (
    <Box
      role="group"
      aria-label="批次操作"
      sx={[bar, !props.isAtBottom && tall, props.isAtBottom && checked.length > 0 && bottomBar]}
    >
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
        {checked.length > 0 &&
          (isWhole ? '已選取符合條件的全部資料' : `已選取 ${checked.length} 筆`)}
      </Typography>
      {checked.length === 0 && props.children}
      {list.runs && props.isAllChecked && props.hasMore && !isWhole && (
        <Button onClick={() => setWholeKey(props.listKey)} sx={{ minHeight: 44 }}>
          選取符合條件的全部資料
        </Button>
      )}
      {list.runs && (
        <RunMenu
          runs={list.runs}
          ids={checked.map(({ id }) => id)}
          filter={props.filter}
          isWhole={isWhole}
          exportKind={list.exportKind}
          onStarted={() => {
            setWholeKey(undefined)
            props.onStarted()
          }}
        />
      )}
      {!isWhole &&
        single &&
        list.selectedRowActions?.map(({ label, dialog, permission }) => (
          <ActionButton
            key={label}
            permission={permission}
            variant="outlined"
            color="inherit"
            onClick={() => props.onOpen(`${single.id}/${dialog}`)}
          >
            {label}
          </ActionButton>
        ))}
      {!isWhole &&
        checked.length > 1 &&
        list.bulkActions?.map((action) => (
          <ActionButton
            key={action.label(false)}
            permission={action.permission}
            variant="contained"
            color={action.color ?? 'error'}
            startIcon={action.icon}
            onClick={() => props.onBulk(action.dialog)}
          >
            {action.label(props.isAllChecked)}
          </ActionButton>
        ))}
    </Box>
  )
}

const bar = {
  ml: 'auto',
  display: 'flex',
  flexWrap: 'wrap',
  gap: 1.5,
  alignItems: 'center',
} as const

/** The buttons that come with a selection move nothing. */
const tall = { minHeight: 44 } as const

const bottomBar = {
  position: 'fixed',
  insetInline: 0,
  bottom: 0,
  zIndex: 'appBar',
  ml: 0,
  px: 2,
  py: 1,
  justifyContent: 'space-between',
  bgcolor: 'background.paper',
  borderTop: 1,
  borderColor: 'divider',
} as const
