import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import type { Permission } from '#contract/permissions.ts'
import { ActionButton } from './action-button.tsx'

interface NoteFormProps {
  permission: Permission
  isAdding: boolean
  /** Adds the note, and tells once it is there. */
  onAdd: (text: string, onAdded: () => void) => void
}

/** A note of the staff about an order or a customer. */
export function NoteForm({ permission, isAdding, onAdd }: NoteFormProps) {
  const [text, setText] = useState('')
  const note = text.trim()
  return (
    <Box
      component="form"
      sx={{ display: 'grid', gap: 1, justifyItems: 'end', mb: 1 }}
      onSubmit={(event) => {
        event.preventDefault()
        // Text typed during the save stays.
        if (note) onAdd(note, () => setText((now) => (now.trim() === note ? '' : now)))
      }}
    >
      <TextField
        label="內部備註"
        helperText="只有後台人員看得到"
        value={text}
        onChange={(event) => setText(event.target.value)}
        multiline
        minRows={2}
        size="small"
        fullWidth
        slotProps={{ htmlInput: { maxLength: 2_000 } }}
      />
      <ActionButton
        permission={permission}
        type="submit"
        variant="outlined"
        color="inherit"
        isLoading={isAdding}
        disabled={note === ''}
      >
        新增備註
      </ActionButton>
    </Box>
  )
}
