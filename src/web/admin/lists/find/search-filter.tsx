import SearchIcon from '@mui/icons-material/Search'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import { type SubmitEvent, useState } from 'react'

export interface FilterProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

/** Applies the text with 搜尋, not before. */
export function SearchFilter({ label, value, onSearch }: FilterProps) {
  const [text, setText] = useState(value)
  const [shownValue, setShownValue] = useState(value)
  if (shownValue !== value) {
    setShownValue(value)
    setText(value)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSearch(text.trim())
  }

  return (
    <Box
      component="form"
      onSubmit={submit}
      sx={{ display: 'flex', gap: 1, flex: '1 1 280px', maxWidth: 400 }}
    >
      <TextField
        label={label}
        type="search"
        size="small"
        value={text}
        onChange={(event) => setText(event.target.value)}
        autoComplete="off"
        sx={{ minWidth: 0, flex: 1 }}
      />
      <Button type="submit" variant="outlined" color="inherit" startIcon={<SearchIcon />}>
        搜尋
      </Button>
    </Box>
  )
}
