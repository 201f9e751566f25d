import Button from '@mui/material/Button'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { ExportKind } from '#contract/file-kinds.ts'
import { runActionLabels } from '#contract/run-states.ts'
import { noPermission, useMay } from '../admin-context.ts'
import { ExportDialog } from '../files/export-dialog.tsx'
import type { ListRun, ListRuns } from './list-runs.ts'
import { RunDialog } from './run-dialog.tsx'

interface RunMenuProps {
  runs: ListRuns
  ids: string[]
  /** What the list shows with. */
  filter: Record<string, string>
  /** All that the list has with this filter is meant instead of the ids. */
  isWhole: boolean
  /** The entries can be written to a file of this kind. */
  exportKind: ExportKind | undefined
  /** A run was started. */
  onStarted: () => void
}

/** What can be done with many entries at once. */
export function RunMenu({ runs, ids, filter, isWhole, exportKind, onStarted }: RunMenuProps) {
  const may = useMay()
  const menuId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const [chosen, setChosen] = useState<ListRun>()
  const [isExporting, setIsExporting] = useState(false)
  const mayExport = may('data.export')
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
        {exportKind && (
          <MenuItem
            disabled={!mayExport}
            onClick={() => {
              close()
              setIsExporting(true)
            }}
            sx={item}
          >
            <ListItemText secondary={mayExport ? undefined : noPermission}>匯出</ListItemText>
          </MenuItem>
        )}
        {!isWhole &&
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
      {exportKind && isExporting && (
        <ExportDialog
          kind={exportKind}
          filter={filter}
          {...(!isWhole && { ids })}
          onClose={() => setIsExporting(false)}
        />
      )}
      {chosen && (
        <RunDialog
          kind={runs.kind}
          run={chosen}
          entries={isWhole ? { filter } : { ids }}
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
