import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import { runActionLabels } from '#contract/run-states.ts'
import { noPermission, useMay } from '../admin-context.ts'
import type { ListRun, ListRuns } from './list-runs.ts'
import { RunDialog } from './run-dialog.tsx'

interface RunMenuProps {
  runs: ListRuns
  ids: string[]
  /** All that the list has with this filter is meant instead of the ids. */
  filter: Record<string, string> | undefined
  /** A run was started. */
  onStarted: () => void
}

/** What can be done with many entries at once. */
export function RunMenu({ runs, ids, filter, onStarted }: RunMenuProps) {
  const may = useMay()
  const menuId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<ListRun>()
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        color="inherit"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? menuId : undefined}
        onClick={() => setIsOpen(true)}
        sx={{ minHeight: 44 }}
      >
        批次操作
      </Button>
      <Menu id={menuId} open={isOpen} anchorEl={() => button.current} onClose={close}>
        {runs.actions.map((run) => {
          const isAllowed = may(run.permission)
          return (
            <MenuItem
              key={run.action}
              disabled={!isAllowed}
              onClick={() => {
                close()
                setChosen(run)
              }}
              sx={item}
            >
              <ListItemText secondary={isAllowed ? undefined : noPermission}>
                {runActionLabels[run.action]}
              </ListItemText>
            </MenuItem>
          )
        })}
        {filter === undefined &&
          runs.links?.map(({ label, to, permission }) => (
            <MenuItem
              key={label}
              component={Link}
              to={to}
              state={{ ids }}
              disabled={!may(permission)}
              sx={item}
            >
              {label}
            </MenuItem>
          ))}
      </Menu>
      {chosen && (
        <RunDialog
          kind={runs.kind}
          run={chosen}
          entries={filter === undefined ? { ids } : { filter }}
          onClose={() => setChosen(undefined)}
          onStarted={() => {
            setChosen(undefined)
            onStarted()
          }}
        />
      )}
    </>
  )
}

const item = { minHeight: 48 } as const
