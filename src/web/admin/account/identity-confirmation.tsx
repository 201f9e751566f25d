import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useEffect, useState } from 'react'
import { adminSessionApi } from '#contract/admin.ts'
import { setAdminSender } from '../../api/admin-calls.ts'
import { ApiError } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/queries.ts'
import { useAdmin } from '../admin-context.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { dialogRows } from '../ui/dialog-rows.ts'
import { SecretField } from './secret-field.tsx'

type Answer = (isConfirmed: boolean) => void

/** Asks for the password again when a call needs a recent proof; the call is then repeated. */
export function IdentityConfirmation() {
  const [answer, setAnswer] = useState<Answer>()
  useEffect(() => {
    let open: Promise<boolean> | undefined
    // One question for all calls that wait.
    const ask = () => {
      open ??= new Promise<boolean>((resolve) => setAnswer(() => resolve)).finally(() => {
        open = undefined
      })
      return open
    }
    setAdminSender((send) => withProof(send, ask))
    return () => setAdminSender(null)
  }, [])
  if (!answer) return null
  return (
    <ConfirmationDialog
      onAnswer={(isConfirmed) => {
        // A late answer to one that was left does not close the next.
        setAnswer((now?: Answer) => (now === answer ? undefined : now))
        answer(isConfirmed)
      }}
    />
  )
}

/** Runs a call, and once more after a proof where the server asks for one. */
async function withProof<T>(send: () => Promise<T>, ask: () => Promise<boolean>): Promise<T> {
  try {
    return await send()
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'CONFIRMATION_REQUIRED'
    if (!isAsked || !(await ask())) throw error
    return send()
  }
}

function ConfirmationDialog({ onAnswer }: { onAnswer: (isConfirmed: boolean) => void }) {
  const { has_totp: hasTotp } = useAdmin()
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const confirm = useApiMutation(adminSessionApi.confirm, {
    toast: 'none',
    onSuccess: () => onAnswer(true),
  })
  return (
    <DialogFrame
      title="請再次確認身分"
      maxWidth="xs"
      onClose={() => onAnswer(false)}
      onSubmit={() => {
        if (!confirm.isPending) confirm.mutate({ data: { password, ...(hasTotp && { code }) } })
      }}
    >
      <DialogContent dividers sx={dialogRows}>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          這是重要的操作，請輸入您的密碼，之後 15 分鐘內不會再詢問。
        </Typography>
        <SecretField
          label="密碼"
          isPassword
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
          error={confirm.error?.message}
        />
        {hasTotp && (
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
        <Button color="inherit" onClick={() => onAnswer(false)}>
          取消
        </Button>
        <ActionButton type="submit" variant="contained" isLoading={confirm.isPending}>
          確認
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  )
}
