import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { ComponentType, ReactNode } from 'react'
import type { EndpointSchema } from '#contract/endpoint.ts'
import { PermittedButton } from '../permitted-button.tsx'
import type { BulkDialogProps, ListDefinition } from './list-definition.ts'

interface SelectionActionsProps<Row extends { id: string }, Column extends string> {
  list: Pick<ListDefinition<EndpointSchema, Row, Column>, 'selectedRowActions' | 'bulkActions'>
  checked: Row[]
  isAllChecked: boolean
  /** Sticks to the bottom of the window while something is checked. */
  isAtBottom: boolean
  onOpen: (dialog: string) => void
  onBulk: (dialog: ComponentType<BulkDialogProps<Row>>) => void
  /** Shown while nothing is checked. */
  children: ReactNode
}

/** What can be done with the checked rows, and with none checked the button for a new entry. */
export function SelectionActions<Row extends { id: string }, Column extends string>(
  props: SelectionActionsProps<Row, Column>,
) {
  const { list, checked } = props
  const single = checked.length === 1 ? checked[0] : undefined
  return (
    <Box
      role="group"
      aria-label="批次操作"
      sx={[bar, props.isAtBottom && checked.length > 0 && bottomBar]}
    >
      <Typography variant="body2" role="status" sx={{ color: 'text.secondary' }}>
        {checked.length > 0 && `已選取 ${checked.length} 筆`}
      </Typography>
      {checked.length === 0 && props.children}
      {single &&
        list.selectedRowActions?.map(({ label, dialog, permission }) => (
          <PermittedButton
            key={label}
            permission={permission}
            variant="outlined"
            color="inherit"
            onClick={() => props.onOpen(`${single.id}/${dialog}`)}
          >
            {label}
          </PermittedButton>
        ))}
      {checked.length > 1 &&
        list.bulkActions?.map((action) => (
          <PermittedButton
            key={action.label(false)}
            permission={action.permission}
            variant="contained"
            color={action.color ?? 'error'}
            startIcon={action.icon}
            onClick={() => props.onBulk(action.dialog)}
          >
            {action.label(props.isAllChecked)}
          </PermittedButton>
        ))}
    </Box>
  )
}

const bar = { ml: 'auto', minHeight: 44, display: 'flex', gap: 1.5, alignItems: 'center' }

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
