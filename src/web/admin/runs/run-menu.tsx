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
  /** The checked entries; with none there is no menu. */
  ids: string[]
  filter: Record<string, string>
  /** All that the list has with this filter is meant instead of the ids. */
  isWhole: boolean
  /** The entries can be written to a file of this kind. */
  exportKind: ExportKind | undefined
  /** A run was started. */
  onStarted: () => void
}

/** A snapshot at the press of an item: the list may change below its dialog. */
interface Chosen {
  run: ListRun | 'export'
  filter: Record<string, string>
  /** Undefined for all that the list has with this filter. */
  ids: string[] | undefined
}

/** The menu of bulk actions, and its dialog. */
export function RunMenu(props: RunMenuProps) {
  const { runs, ids, filter, isWhole, exportKind, onStarted } = props
  const [chosen, setChosen] = useState<Chosen>()
  const close = () => setChosen(undefined)
  return (
    <>
      {ids.length > 0 && (
        <MenuButton
          {...props}
          onChoose={(run) => setChosen({ run, filter, ids: isWhole ? undefined : ids })}
        />
      )}
      {exportKind && chosen?.run === 'export' && (
        <ExportDialog
          kind={exportKind}
          filter={chosen.filter}
          {...(chosen.ids && { ids: chosen.ids })}
          onClose={close}
        />
      )}
      {chosen && chosen.run !== 'export' && (
        <RunDialog
          kind={runs.kind}
          run={chosen.run}
          entries={chosen.ids ? { ids: chosen.ids } : { filter: chosen.filter }}
          onClose={close}
          onStarted={() => {
            close()
            onStarted()
          }}
        />
      )}
    </>
  )
}

function MenuButton(props: RunMenuProps & { onChoose: (run: Chosen['run']) => void }) {
  const { runs, ids, isWhole, exportKind, onChoose } = props
  const may = useMay()
  const menuId = useId()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const mayExport = may('data.export')
  const close = () => setIsOpen(false)
  function choose(run: Chosen['run']) {
    close()
    onChoose(run)
  }
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
            <MenuItem key={run.action} disabled={!isAllowed} onClick={() => choose(run)} sx={item}>
              <ListItemText secondary={isAllowed ? undefined : noPermission}>
                {runActionLabels[run.action]}
              </ListItemText>
            </MenuItem>
          )
        })}
        {exportKind && (
          <MenuItem disabled={!mayExport} onClick={() => choose('export')} sx={item}>
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
    </>
  )
}

const item = { minHeight: 48 } as const
