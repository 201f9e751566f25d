import TextField from '@mui/material/TextField'
import { useRef } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import type { FieldProps } from './form-fields.tsx'
import { isHalfTyped } from './half-typed-day.ts'

interface DateFieldProps<Form extends FieldValues> extends FieldProps<Form> {
  /** With a time of day. */
  withTime?: boolean
  /** Said of a day that is half typed or does not exist. */
  fault?: string
  validate?: (value: string) => string | true
}

/** A day in Taipei, `2026-11-30`, or a time there, `2026-11-30T23:59`, whatever the device is set to. */
export function DateField<Form extends FieldValues>(props: DateFieldProps<Form>) {
  const { control, name, label, withTime = false, fault = `請輸入正確的${label}` } = props
  const input = useRef<HTMLInputElement>(null)
  const { field, fieldState } = useController({
    control,
    name,
    rules: {
      validate: (value) => (isHalfTyped(input.current) ? fault : (props.validate?.(value) ?? true)),
    },
  })
  const { ref, ...others } = field
  const [min, max] = withTime
    ? ['1900-01-01T00:00', '9999-12-31T23:59']
    : ['1900-01-01', '9999-12-31']
  return (
    <TextField
      {...others}
      inputRef={(element: HTMLInputElement | null) => {
        ref(element)
        input.current = element
      }}
      onBlur={() => {
        field.onBlur()
        // The browser tells nothing of a half typed day that is emptied.
        if (fieldState.error?.type === 'validate') field.onChange(field.value)
      }}
      type={withTime ? 'datetime-local' : 'date'}
      label={label}
      required={props.required === true}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? props.help}
      fullWidth
      size="small"
      slotProps={{ inputLabel: { shrink: true }, htmlInput: { min, max } }}
    />
  )
}
