import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { dialogRows } from '../ui/dialog-rows.ts'
import { SecretField } from './secret-field.tsx'

export interface Proof {
  username: string
  password: string
  /** Empty where none is asked for. */
  code: string
}

interface ProofDialogProps {
  title: string
  text: ReactNode
  /** With it the account is a field as well, which begins with this one. */
  username?: string
  needsCode: boolean
  error: string | undefined
  isPending: boolean
  submitLabel: string
  cancelLabel: string
  /** Nothing of the screen below can be read. */
  hidesScreen?: boolean
  onSubmit: (proof: Proof) => void
  onCancel: () => void
}

/** Asks who it is: by a password, and by the second factor of an account that has one. */
export function ProofDialog(props: ProofDialogProps) {
  const [username, setUsername] = useState(props.username ?? '')
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  return (
    <DialogFrame
      title={props.title}
      maxWidth="xs"
      escape="close"
      {...(props.hidesScreen && { hidesScreen: true })}
      onClose={props.onCancel}
      onSubmit={() => !props.isPending && props.onSubmit({ username, password, code })}
    >
      <DialogContent dividers sx={dialogRows}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {props.text}
        </Typography>
        {props.username !== undefined && (
          <SecretField
            label="帳號"
            autoComplete="username"
            value={username}
            onChange={setUsername}
          />
        )}
        <SecretField
          label="密碼"
          isPassword
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={props.error}
        />
        {props.needsCode && (
          <SecretField
            label="驗證碼"
            autoComplete="one-time-code"
            value={code}
            onChange={setCode}
            help="驗證器 App 的 6 位數字，或一組備援碼"
          />
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={props.onCancel}>
          {props.cancelLabel}
        </Button>
        <ActionButton type="submit" variant="contained" isLoading={props.isPending}>
          {props.submitLabel}
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  )
}
