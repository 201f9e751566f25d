import Box from '@mui/material/Box'
import type { Control } from 'react-hook-form'
import { useController } from 'react-hook-form'
import { TextFormField } from '../../ui/fields/form-fields.tsx'
import { type BrandForm, isColor } from './brand-form.ts'

/** A colour to pick or to type. */
export function ColorField(props: {
  control: Control<BrandForm>
  name: 'accent' | 'ground'
  label: string
  help: string | undefined
}) {
  const { control, name, label, help } = props
  const { field } = useController({ control, name })
  return (
    <Box sx={{ display: 'flex', gap: 1, alignItems: 'flex-start' }}>
      <Box
        component="input"
        type="color"
        aria-label={`挑選${label}`}
        value={isColor(field.value) ? field.value.trim() : '#ffffff'}
        onChange={({ target }: React.ChangeEvent<HTMLInputElement>) => field.onChange(target.value)}
        sx={swatch}
      />
      <TextFormField control={control} name={name} label={label} help={help} />
    </Box>
  )
}

const swatch = {
  flexShrink: 0,
  width: 44,
  height: 40,
  p: '3px',
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'background.paper',
  cursor: 'pointer',
} as const
