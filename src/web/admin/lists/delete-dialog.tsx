import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { DialogFrame } from './dialog-frame.tsx'

interface DeleteDialogProps {
  title: string
  confirmLabel: string
  isDeleting: boolean
  onConfirm: () => void
  onClose: () => void
  children: ReactNode
}

export function DeleteDialog(props: DeleteDialogProps) {
  return (
    <DialogFrame
      title={props.title}
      maxWidth="sm"
      onClose={props.onClose}
      onSubmit={props.onConfirm}
    >
      <DialogContent dividers>{props.children}</DialogContent>
      <DialogActions>
        <Button color="inherit" autoFocus onClick={props.onClose}>
          關閉
        </Button>
        <Button type="submit" variant="contained" color="error" loading={props.isDeleting}>
          {props.confirmLabel}
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

/** The facts of the one entry that is about to be deleted. */
export function EntryFacts({ facts }: { facts: { label: string; value: ReactNode }[] }) {
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
export function EntryTitles({ titles }: { titles: { id: string; title: string }[] }) {
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
