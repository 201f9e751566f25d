import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import FormControl from '@mui/material/FormControl'
import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import FormLabel from '@mui/material/FormLabel'
import Radio from '@mui/material/Radio'
import RadioGroup from '@mui/material/RadioGroup'
import Typography from '@mui/material/Typography'
import type { ReactNode } from 'react'
import { type Control, type Path, useController } from 'react-hook-form'
import type { CampaignForm } from './campaign-form.ts'

interface FieldProps {
  control: Control<CampaignForm>
  name: Path<CampaignForm>
  label: string
}

export interface Choice {
  value: string
  label: string
  /** Its meaning, in one line. */
  help?: string
}

/** One of a few values, each with a line about what it does. */
export function ChoiceField(props: FieldProps & { choices: readonly Choice[] }) {
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  return (
    <FormControl error={fieldState.invalid} fullWidth>
      <FormLabel id={`${props.name}-label`} sx={{ fontSize: '0.875rem' }}>
        {props.label}
      </FormLabel>
      <RadioGroup
        aria-labelledby={`${props.name}-label`}
        name={field.name}
        value={field.value}
        onChange={(_, value) => field.onChange(value)}
        sx={{ gap: 0.5, mt: 0.5 }}
      >
        {props.choices.map(({ value, label, help }) => (
          <FormControlLabel
            key={value}
            value={value}
            control={<Radio size="small" sx={{ width: 44, height: 44 }} />}
            label={
              <Box sx={{ display: 'grid', py: 0.5 }}>
                <span>{label}</span>
                {help && <Box sx={{ color: 'text.secondary', fontSize: '0.8125rem' }}>{help}</Box>}
              </Box>
            }
            sx={{ mr: 0 }}
          />
        ))}
      </RadioGroup>
      {fieldState.error && <FormHelperText>{fieldState.error.message}</FormHelperText>}
    </FormControl>
  )
}

/** Values that a field often has: a press fills it in. */
export function OfferedChoices<C extends { label: string }>(props: {
  label: string
  choices: readonly C[]
  onChoose: (choice: C) => void
}) {
  return (
    <Box role="group" aria-label={props.label} sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
      {props.choices.map((choice) => (
        <Button
          key={choice.label}
          size="small"
          variant="outlined"
          color="inherit"
          onClick={() => props.onChoose(choice)}
          sx={{ minHeight: 44, borderColor: 'divider' }}
        >
          {choice.label}
        </Button>
      ))}
    </Box>
  )
}

/** A titled part of the form. */
export function FormPart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Box component="section" sx={{ display: 'grid', gap: 2, py: 2 }}>
      <Typography variant="h3" component="h2">
        {title}
      </Typography>
      {children}
    </Box>
  )
}

export const twoColumns = {
  display: 'grid',
  gap: 2,
  alignItems: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', sm: 'repeat(2, minmax(0, 1fr))' },
} as const
