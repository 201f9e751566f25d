import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { useDeletion } from './deletion.ts'
import { DialogFrame } from './dialog-frame.tsx'

interface Fact {
  label: string
  value: ReactNode
}

interface DeleteDialogProps<Entry> {
  /** One entry, or several to delete together. */
  entries: Entry[]
  titleOf: (entry: Entry) => string
  factsOf: (entry: Entry) => Fact[]
  remove: (id: string) => Promise<{ message: string }>
  confirmManyLabel?: string
  onDeleted: () => void
  onFailed: (error: Error) => void
  onClose: () => void
}

export function DeleteDialog<Entry extends { id: string }>(props: DeleteDialogProps<Entry>) {
  const { entries, titleOf, remove, onDeleted, onFailed, onClose } = props
  const only = entries.length === 1 ? entries[0] : undefined
  const deletion = useDeletion({ remove, onDeleted, onFailed })
  return (
    <DialogFrame
      title={only ? `${titleOf(only)} - 確認刪除` : '確認刪除多筆資料'}
      maxWidth="sm"
      onClose={onClose}
      onSubmit={() => deletion.mutate(entries.map(({ id }) => id))}
    >
      <DialogContent dividers>
        {only ? (
          <EntryFacts facts={props.factsOf(only)} />
        ) : (
          <EntryTitles titles={entries.map((entry) => ({ id: entry.id, title: titleOf(entry) }))} />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={onClose}>
          關閉
        </Button>
        <Button type="submit" variant="contained" color="error" loading={deletion.isPending}>
          {(!only && props.confirmManyLabel) || '確認刪除'}
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

/** The facts of the one entry that is about to be deleted. */
function EntryFacts({ facts }: { facts: Fact[] }) {
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gridTemplateColumns: '6em 1fr', gap: 1 }}>
      {facts.map(({ label, value }) => (
        <Box key={label} sx={{ display: 'contents' }}>
          <Box component="dt" sx={{ color: 'text.secondary' }}>
            {label}
          </Box>
          <Box component="dd" sx={{ m: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  )
}

/** The titles of the entries that are about to be deleted together. */
function EntryTitles({ titles }: { titles: { id: string; title: string }[] }) {
  return (
    <>
      <Typography sx={{ mb: 1 }}>將刪除以下 {titles.length} 筆資料，刪除後無法復原。</Typography>
      <Box component="ul" sx={{ m: 0, pl: 3, listStyle: 'disc', overflowWrap: 'anywhere' }}>
        {titles.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </Box>
    </>
  )
}
