import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import { type ComponentType, useState } from 'react'
import { Route, Routes, useParams } from 'react-router'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import type { DialogProps, EntryDialogProps } from './list-definition.ts'

interface DialogRoutesProps<Row> {
  create: { dialog: ComponentType<DialogProps> } | undefined
  dialogs: Record<string, ComponentType<EntryDialogProps<Row>>>
  /** Undefined while the list is loading. */
  rows: Row[] | undefined
  controls: DialogProps & { onReplace: (dialog: string) => void }
}

/** The open dialog of a list, as its address says. */
export function DialogRoutes<Row extends { id: string }>(props: DialogRoutesProps<Row>) {
  const { create, dialogs, rows, controls } = props
  return (
    <Routes>
      {create && <Route path="new" element={<create.dialog {...controls} />} />}
      {Object.entries(dialogs).map(([name, dialog]) => (
        <Route
          key={name}
          path={`:id/${name}`}
          element={<EntryDialog dialog={dialog} rows={rows} controls={controls} />}
        />
      ))}
      <Route path="*" element={null} />
    </Routes>
  )
}

interface EntryDialogRouteProps<Row> {
  dialog: ComponentType<EntryDialogProps<Row>>
  rows: Row[] | undefined
  controls: DialogRoutesProps<Row>['controls']
}

function EntryDialog<Row extends { id: string }>(props: EntryDialogRouteProps<Row>) {
  const { dialog: Dialog, rows, controls } = props
  const { id = '' } = useParams()
  // Stored when it opens: the dialog stays when its row leaves the list.
  const [held, setHeld] = useState<Row>()
  const found = rows?.find((row) => row.id === id)
  if (found && held?.id !== id) setHeld(found)
  const entry = held?.id === id ? held : found
  if (entry) {
    const open = (name: string) => controls.onReplace(`${id}/${name}`)
    return <Dialog key={id} {...controls} entry={entry} onOpen={open} />
  }
  return rows === undefined ? null : <MissingEntry onClose={controls.onClose} />
}

function MissingEntry({ onClose }: { onClose: () => void }) {
  return (
    <DialogFrame title="找不到這筆資料" maxWidth="sm" onClose={onClose}>
      <DialogContent>它可能已被刪除，或不在列表目前的這一頁。</DialogContent>
      <DialogActions>
        <Button type="submit" variant="contained">
          返回列表
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}
