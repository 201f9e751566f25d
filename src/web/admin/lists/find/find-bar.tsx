import FilterListIcon from '@mui/icons-material/FilterList'
import Badge from '@mui/material/Badge'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type SubmitEvent, useState } from 'react'
import { FindDialog } from './find-dialog.tsx'
import type { FindField } from './list-find.ts'

interface FindBarProps {
  fields: FindField[]
  /** The texts of all filters by name. */
  values: Record<string, string>
  onChange: (changes: Record<string, string>) => void
}

/** 「關鍵字」 takes effect with Enter; 「篩選」 opens the other filters. */
export function FindBar({ fields, values, onChange }: FindBarProps) {
  const [isOpen, setOpen] = useState(false)
  const [text, setText] = useState(values.q ?? '')
  const [shown, setShown] = useState(values.q)
  if (shown !== values.q) {
    setShown(values.q)
    setText(values.q ?? '')
  }
  const active = fields.filter(({ name }) => values[name]).length

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onChange({ q: text.trim() })
  }
  return (
    <>
      <Box
        component="form"
        onSubmit={submit}
        sx={{ display: 'flex', alignItems: 'center', gap: 1, flex: '1 1 260px', maxWidth: 400 }}
      >
        <TextField
          label="關鍵字"
          type="search"
          size="small"
          value={text}
          onChange={({ target }) => setText(target.value)}
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 100, enterKeyHint: 'search' } }}
          sx={{ minWidth: 0, flex: 1, bgcolor: 'background.paper' }}
        />
        <Badge badgeContent={active} color="primary" overlap="rectangular">
          <Button
            variant="outlined"
            color="inherit"
            startIcon={<FilterListIcon />}
            onClick={() => setOpen(true)}
            sx={{ minHeight: 44, whiteSpace: 'nowrap' }}
          >
            篩選
          </Button>
        </Badge>
      </Box>
      {isOpen && (
        <FindDialog
          fields={fields}
          values={values}
          onClose={() => setOpen(false)}
          onApply={(changes) => {
            setOpen(false)
            onChange({ q: text.trim(), ...changes })
          }}
        />
      )}
    </>
  )
}
