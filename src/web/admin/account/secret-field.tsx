import TextField from '@mui/material/TextField'

interface Props {
  label: string
  value: string
  onChange: (text: string) => void
  autoComplete: 'username' | 'current-password' | 'new-password' | 'one-time-code' | 'name'
  isPassword?: boolean
  help?: string | undefined
  error?: string | undefined
  autoFocus?: boolean
}

/** A field of the account: its name, a password, or a code that an app fills in. */
export function SecretField(props: Props) {
  const isCode = props.autoComplete === 'one-time-code'
  return (
    <TextField
      label={props.label}
      type={props.isPassword ? 'password' : props.autoComplete === 'username' ? 'email' : 'text'}
      value={props.value}
      onChange={({ target }) => props.onChange(target.value)}
      autoComplete={props.autoComplete}
      autoFocus={props.autoFocus === true}
      error={props.error !== undefined}
      helperText={props.error ?? props.help}
      fullWidth
      size="small"
      slotProps={{
        htmlInput: { maxLength: isCode ? 100 : 1024, ...(isCode && { autoCapitalize: 'none' }) },
      }}
    />
  )
}
