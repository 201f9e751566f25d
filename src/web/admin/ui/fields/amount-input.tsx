import TextField, { type TextFieldProps } from '@mui/material/TextField'
import { type ChangeEvent, useState } from 'react'
import { amountRefusal, mayBecomeAmount, parseAmount } from '#contract/amounts.ts'

/** The fault of what a field of amounts holds, if it has one; empty holds none. */
export function amountFault(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? amountRefusal(value) : undefined
}

type AmountInputProps = Omit<TextFieldProps, 'value' | 'onChange'> & {
  value: number | ''
  onChange: (value: number | '') => void
}

/**
 * A field of a whole number, given on as a number, as '' or, what no schema accepts, as the text
 * that was refused. What is typed stays as it is until the field is left.
 */
export function AmountInput({ value, onChange, onBlur, slotProps, ...field }: AmountInputProps) {
  const [typed, setTyped] = useState<string | null>(null)
  // A form that is filled anew shows its own value.
  const isTyping = typed !== null && readAmount(typed) === value
  const isEarly = isTyping && mayBecomeAmount(typed)
  const fault = isEarly ? undefined : amountFault(value)

  function change(event: ChangeEvent<HTMLInputElement>) {
    const text = acceptedText(event.target.value, event.nativeEvent as InputEvent)
    setTyped(text)
    onChange(readAmount(text))
  }

  return (
    <TextField
      size="small"
      autoComplete="off"
      {...field}
      value={isTyping ? typed : value}
      onChange={change}
      onBlur={(event) => {
        setTyped(null)
        onBlur?.(event)
      }}
      error={field.error || fault !== undefined}
      helperText={fault ?? field.helperText}
      slotProps={{ ...slotProps, htmlInput: { ...slotProps?.htmlInput, inputMode: 'numeric' } }}
    />
  )
}

function readAmount(text: string): number | '' {
  // A refused text goes through the form as it is, so that nothing else is sent in its place.
  return text === '' ? '' : (parseAmount(text) ?? (text as ''))
}

/** Keys that belong to no amount do nothing; what is pasted is taken as a whole. */
function acceptedText(text: string, { inputType = '' }: InputEvent): string {
  if (inputType.startsWith('insertFrom') || parseAmount(text) !== undefined) return text
  return text.normalize('NFKC').replace(/[^\d.,+\-−%/:()\p{Script=Han}]/gu, '')
}
