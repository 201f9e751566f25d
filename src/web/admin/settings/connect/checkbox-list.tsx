import Checkbox from '@mui/material/Checkbox'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormGroup from '@mui/material/FormGroup'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import { type Control, type FieldValues, type Path, useController } from 'react-hook-form'

interface CheckboxListProps<Form extends FieldValues> {
  control: Control<Form>
  name: Path<Form>
  label: string
  options: readonly { value: string; label: string }[]
}

/** Some of these values, at least one. */
export function CheckboxList<Form extends FieldValues>(props: CheckboxListProps<Form>) {
  const { field, fieldState } = useController({
    control: props.control,
    name: props.name,
  })
  const chosen: readonly string[] = field.value
  const toggle = (value: string) =>
    field.onChange(
      chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value],
    )
  return (
    <FormControl component="fieldset" error={fieldState.invalid}>
      <FormLabel component="legend">{props.label}</FormLabel>
      <FormGroup sx={{ display: 'grid', gridTemplateColumns: { sm: '1fr 1fr' }, columnGap: 2 }}>
        {props.options.map(({ value, label }, index) => (
          <FormControlLabel
            key={value}
            label={label}
            control={
              <Checkbox
                checked={chosen.includes(value)}
                onChange={() => toggle(value)}
                slotProps={{ input: { ...(index === 0 && { ref: field.ref }) } }}
              />
            }
          />
        ))}
      </FormGroup>
      <FormHelperText>{fieldState.error?.message}</FormHelperText>
    </FormControl>
  )
}
