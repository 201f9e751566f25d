import { type FieldValues, useController } from 'react-hook-form'
import type { FieldProps } from '../ui/fields/form-fields.tsx'
import type { Choice, ChoiceSource } from './choice.ts'
import { IdsPicker } from './ids-picker.tsx'

/** Entries of the shop in a form, which keeps their ids. */
export function ChoicesFormField<Form extends FieldValues, C extends Choice>(
  props: Omit<FieldProps<Form>, 'required'> & { source: ChoiceSource<C> },
) {
  const { control, name, ...picker } = props
  const { field, fieldState } = useController({ control, name })
  return (
    <IdsPicker
      {...picker}
      ids={field.value}
      onChange={field.onChange}
      onBlur={field.onBlur}
      inputRef={field.ref}
      fault={fieldState.error?.message}
    />
  )
}
