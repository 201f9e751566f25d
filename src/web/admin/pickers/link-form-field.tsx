import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import TextField from '@mui/material/TextField'
import { useState } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import type { FieldProps } from '../ui/fields/form-fields.tsx'
import { keepEnter } from '../ui/search-enter.ts'
import { type LinkChoice, useLinkChoices } from './link-choices.ts'

/** Where a link leads: a screen of the shop, chosen by its name, or an address that is typed. */
export function LinkFormField<Form extends FieldValues>(props: FieldProps<Form>) {
  const { field, fieldState } = useController({ control: props.control, name: props.name })
  const address: string = field.value
  const [isOpen, setOpen] = useState(false)
  const choices = useLinkChoices({ enabled: isOpen || address.startsWith('/') })
  const chosen = choices.find(({ to }) => to === address)
  /** The text during typing, so that a prefix which is an address by itself is not replaced by its name. */
  const [typed, setTyped] = useState<string>()
  const shown = typed ?? chosen?.name ?? address
  const word = shown === chosen?.name ? '' : shown.trim().toLowerCase()
  const offered = choices.filter(({ name, to }) => `${name} ${to}`.toLowerCase().includes(word))
  return (
    <Autocomplete<LinkChoice, false, false, true>
      freeSolo
      fullWidth
      size="small"
      options={offered}
      filterOptions={(all) => all}
      groupBy={({ group }) => group}
      value={chosen ?? null}
      inputValue={shown}
      onInputChange={(_, next, reason) => {
        if (reason === 'reset') return
        setTyped(next)
        field.onChange(next)
      }}
      onChange={(_, choice) => {
        setTyped(undefined)
        field.onChange(typeof choice === 'string' ? choice : (choice?.to ?? ''))
      }}
      onOpen={() => setOpen(true)}
      onBlur={() => {
        const named = choices.find(({ name }) => name === typed?.trim())
        if (named) field.onChange(named.to)
        setTyped(undefined)
        field.onBlur()
      }}
      onKeyDown={keepEnter}
      openOnFocus
      forcePopupIcon
      getOptionKey={(choice) => (typeof choice === 'string' ? choice : choice.to)}
      getOptionLabel={(choice) => (typeof choice === 'string' ? choice : choice.name)}
      renderOption={({ key, ...option }, { name, note }) => (
        <Box component="li" key={key} {...option}>
          <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
            {name}
            {note && <Box sx={{ color: 'text.secondary', fontSize: '0.875rem' }}>{note}</Box>}
          </Box>
        </Box>
      )}
      renderInput={(input) => (
        <TextField
          {...input}
          inputRef={field.ref}
          label={props.label}
          error={fieldState.invalid}
          helperText={fieldState.error?.message ?? (chosen ? decodeURI(chosen.to) : props.help)}
        />
      )}
    />
  )
}
