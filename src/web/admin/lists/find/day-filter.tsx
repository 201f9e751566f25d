import TextField from '@mui/material/TextField'
import { useRef, useState } from 'react'
import { halfTypedDay, isHalfTyped } from '../../ui/fields/half-typed-day.ts'
import type { FilterProps } from './search-filter.tsx'

/** Keys that change one part of the day; with Alt an arrow opens the picker. */
const typingKey = /^(\d|Arrow\w+|Backspace|Delete)$/

/**
 * A day, `yyyy-MM-dd`. A picked one takes effect at once. While one is typed, each digit makes
 * another valid day: it takes effect with Enter or on leaving the field.
 */
export function DayFilter({ label, value, onSearch }: FilterProps) {
  const [day, setDay] = useState(value)
  const [shownValue, setShownValue] = useState(value)
  const [isWrong, setWrong] = useState(false)
  if (shownValue !== value) {
    setShownValue(value)
    setDay(value)
    setWrong(false)
  }
  const isTyping = useRef(false)
  const input = useRef<HTMLInputElement>(null)

  function search(next: string) {
    isTyping.current = false
    setWrong(isHalfTyped(input.current))
    if (next !== value && !isHalfTyped(input.current)) onSearch(next)
  }

  return (
    <TextField
      type="date"
      size="small"
      label={label}
      value={day}
      inputRef={input}
      error={isWrong}
      helperText={isWrong && halfTypedDay}
      onChange={({ target }) => {
        setDay(target.value)
        if (!isTyping.current) search(target.value)
      }}
      onKeyDown={({ key, altKey }) => {
        if (key === 'Enter') search(day)
        else if (typingKey.test(key) && !altKey) isTyping.current = true
      }}
      onPointerDown={() => {
        isTyping.current = false
      }}
      onBlur={() => search(day)}
      slotProps={{ inputLabel: { shrink: true } }}
      sx={{ flex: '0 1 170px' }}
    />
  )
}
