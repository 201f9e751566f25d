import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import TextField from '@mui/material/TextField'
import { type ReactNode, useId } from 'react'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'
import { AmountInput, amountFault } from './amount-input.tsx'

export interface FieldProps<Form extends FieldValues> {
  control: Control<Form>
  name: Path<Form>
  label: string
  /** Marks the field; the server alone decides what it accepts. */
  required?: boolean
  /** Stands below the field while it has no error. */
  help?: string | undefined
}

interface TextFormFieldProps<Form extends FieldValues> extends FieldProps<Form> {
  rows?: number
  /** Why it is refused before it is sent. */
  validate?: (typed: string) => string | undefined
  type?: 'text' | 'url' | 'password' | 'time' | 'date'
  startAdornment?: ReactNode
  endAdornment?: ReactNode
}

export function TextFormField<Form extends FieldValues>(props: TextFormFieldProps<Form>) {
  const { field, fieldState } = useController({
    control: props.control,
    name: props.name,
    rules: { validate: (typed) => props.validate?.(typed) ?? true },
  })
  const { ref, ...input } = field
  return (
    <TextField
      {...input}
      inputRef={ref}
      label={props.label}
      type={props.type ?? 'text'}
      required={props.required === true}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? props.help}
      multiline={props.rows !== undefined}
      {...(props.rows !== undefined && { rows: props.rows })}
      fullWidth
      size="small"
      autoComplete={props.type === 'password' ? 'new-password' : 'off'}
      slotProps={{
        input: { startAdornment: props.startAdornment, endAdornment: props.endAdornment },
        // The browser shows the parts of an empty time or date, too.
        ...((props.type === 'time' || props.type === 'date') && { inputLabel: { shrink: true } }),
      }}
    />
  )
}

/** A whole number, as people write it; a text that is none is refused before the form is sent. */
export function DigitsFormField<Form extends FieldValues>(
  props: FieldProps<Form> & {
    startAdornment?: ReactNode
    endAdornment?: ReactNode
    isReadOnly?: boolean
  },
) {
  const { field, fieldState } = useController({
    control: props.control,
    name: props.name,
    rules: { validate: (value) => amountFault(value) ?? true },
  })
  const { ref, ...input } = field
  return (
    <AmountInput
      {...input}
      inputRef={ref}
      label={props.label}
      required={props.required === true}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? props.help}
      fullWidth
      slotProps={{
        input: {
          startAdornment: props.startAdornment,
          endAdornment: props.endAdornment,
          readOnly: props.isReadOnly === true,
        },
      }}
    />
  )
}

/** One of a few values; the first entry of the menu, an empty one, stands for none chosen yet. */
export function SelectFormField<Form extends FieldValues>(
  props: FieldProps<Form> & {
    options: readonly { value: string; label: string }[]
    /** Of the empty entry, where it is a choice as well. */
    emptyLabel?: string
    onChosen?: (value: string) => void
  },
) {
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  const { ref, ...input } = field
  return (
    <TextField
      {...input}
      inputRef={ref}
      onChange={(event) => {
        input.onChange(event)
        props.onChosen?.(event.target.value)
      }}
      select
      label={props.label}
      required={props.required === true}
      error={fieldState.invalid}
      helperText={fieldState.error?.message ?? props.help}
      fullWidth
      size="small"
      slotProps={{ select: { native: true }, inputLabel: { shrink: true } }}
    >
      <option value="">{props.emptyLabel ?? '請選擇'}</option>
      {props.options.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </TextField>
  )
}

/** A checkbox that stands for 1 and 0. */
export function FlagFormField<Form extends FieldValues>(props: FieldProps<Form>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  const helpId = useId()
  const help = fieldState.error?.message ?? props.help
  const checkbox = (
    <FormControlLabel
      label={props.label}
      control={
        <Checkbox
          name={field.name}
          checked={field.value === 1}
          onBlur={field.onBlur}
          onChange={(_, isChecked) => field.onChange(isChecked ? 1 : 0)}
          slotProps={{ input: { ref: field.ref, ...(help && { 'aria-describedby': helpId }) } }}
        />
      }
    />
  )
  if (!help) return checkbox
  return (
    <div>
      {checkbox}
      <FormHelperText id={helpId} error={fieldState.invalid} sx={{ mt: -0.5, ml: 4 }}>
        {help}
      </FormHelperText>
    </div>
  )
}
