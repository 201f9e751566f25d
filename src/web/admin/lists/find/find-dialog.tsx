import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import TextField from '@mui/material/TextField'
import { type Ref, useRef, useState } from 'react'
import { amountRefusal, parseAmount } from '#contract/amounts.ts'
import { useMay } from '../../admin-context.ts'
import { DialogFrame } from '../../ui/dialog-frame.tsx'
import { halfTypedDay, isHalfTyped } from '../../ui/fields/half-typed-day.ts'
import type { FindField } from './list-find.ts'

interface FindDialogProps {
  fields: FindField[]
  values: Record<string, string>
  onClose: () => void
  onApply: (changes: Record<string, string>) => void
}

/** The filters of a list; on a phone they fill the screen. */
export function FindDialog({ fields, values, onClose, onApply }: FindDialogProps) {
  const [opened] = useState(() =>
    Object.fromEntries(fields.map(({ name }) => [name, values[name] ?? ''])),
  )
  const [draft, setDraft] = useState(opened)
  const inputs = useRef(new Map<string, HTMLInputElement | null>())
  const [faults, setFaults] = useState<Record<string, string>>({})
  const may = useMay()
  const shown = fields.filter(({ name, permission }) => may(permission) || values[name])
  const none = Object.fromEntries(fields.map(({ name }) => [name, '']))

  function apply() {
    const found: Record<string, string> = {}
    const read = { ...draft }
    for (const { name, isNumber } of fields) {
      const text = read[name] ?? ''
      const number = isNumber ? parseAmount(text) : undefined
      if (number !== undefined) read[name] = String(number)
      else if (isNumber && text.trim() !== '') found[name] = amountRefusal(text)
      if (isHalfTyped(inputs.current.get(name))) found[name] = halfTypedDay
    }
    setFaults(found)
    const [first] = Object.keys(found)
    if (first !== undefined) return inputs.current.get(first)?.focus()
    // A filter applied just before may not have been shown yet: what was not touched stays as it is.
    onApply(
      Object.fromEntries(Object.entries(read).filter(([name, value]) => value !== opened[name])),
    )
  }

  return (
    <DialogFrame title="篩選" maxWidth="sm" fillsSmallScreen onClose={onClose} onSubmit={apply}>
      <DialogContent sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' } }}>
        {shown.map((field) => (
          <FindInput
            key={field.name}
            field={field}
            value={draft[field.name] ?? ''}
            fault={faults[field.name]}
            inputRef={(input) => {
              inputs.current.set(field.name, input)
            }}
            onChange={(value) => setDraft({ ...draft, [field.name]: value })}
          />
        ))}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => onApply({ ...none, q: '' })}>
          清除條件
        </Button>
        <Button type="submit" variant="contained">
          套用
        </Button>
      </DialogActions>
    </DialogFrame>
  )
}

interface FindInputProps {
  field: FindField
  value: string
  fault: string | undefined
  inputRef: Ref<HTMLInputElement>
  onChange: (value: string) => void
}

function FindInput(props: FindInputProps) {
  const { field, value, fault, inputRef, onChange } = props
  const { label, options, isDay, isNumber, Picker } = field
  if (Picker) {
    return (
      <Box sx={{ mt: 1, minWidth: 0 }}>
        <Picker label={label} value={value} inputRef={inputRef} onChange={onChange} />
      </Box>
    )
  }
  // A value that no option has, such as several states of a link, stays until another is chosen.
  const isOther =
    options !== undefined && value !== '' && options.every((one) => one.value !== value)
  return (
    <TextField
      label={label}
      value={value}
      inputRef={inputRef}
      error={fault !== undefined}
      helperText={fault}
      onChange={({ target }) => onChange(target.value)}
      select={options !== undefined}
      type={isDay ? 'date' : 'text'}
      autoComplete="off"
      slotProps={{
        select: { native: true },
        inputLabel: options || isDay ? { shrink: true } : {},
        htmlInput: isNumber ? { inputMode: 'numeric' } : {},
      }}
      sx={{ mt: 1 }}
    >
      {options && <option value="">不限</option>}
      {isOther && <option value={value}>多項</option>}
      {options?.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </TextField>
  )
}
