import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import Typography from '@mui/material/Typography'
import { useState } from 'react'
import { accountApi } from '#contract/account.ts'
import { useApiMutation } from '../../api/queries.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { DialogFrame } from '../ui/dialog-frame.tsx'
import { dialogRows } from '../ui/dialog-rows.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecretField } from './secret-field.tsx'

export function RenewCodesDialog({ onClose }: { onClose: () => void }) {
  const [code, setCode] = useState('')
  const renew = useApiMutation(accountApi.renewRecoveryCodes, {
    toast: 'none',
  })
  return (
    <DialogFrame
      title="重新產生備援碼"
      maxWidth="xs"
      {...(renew.data && { escape: 'ignore' })}
      onClose={onClose}
      onSubmit={() => {
        if (!renew.isPending && !renew.data) renew.mutate({ data: { code } })
      }}
    >
      {renew.data ? (
        <RecoveryCodes codes={renew.data.recovery_codes} onClose={onClose} />
      ) : (
        <>
          <DialogContent dividers sx={dialogRows}>
            <Typography variant="body2">原有的備援碼會立即失效。</Typography>
            <SecretField
              label="驗證碼"
              autoComplete="one-time-code"
              autoFocus
              value={code}
              onChange={setCode}
              error={renew.error?.message}
            />
          </DialogContent>
          <DialogActions>
            <Button color="inherit" onClick={onClose}>
              取消
            </Button>
            <ActionButton type="submit" variant="contained" isLoading={renew.isPending}>
              重新產生
            </ActionButton>
          </DialogActions>
        </>
      )}
    </DialogFrame>
  )
}

export function DisableTotpDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const disable = useApiMutation(accountApi.disableTotp, {
    toast: 'all',
    onSuccess: onClose,
  })
  return (
    <DialogFrame
      title="停用兩步驟驗證"
      maxWidth="xs"
      onClose={onClose}
      onSubmit={() => {
        if (!disable.isPending) disable.mutate({ data: { password, code } })
      }}
    >
      <DialogContent dividers sx={dialogRows}>
        <Typography variant="body2">停用後，只憑密碼就能登入這個帳號。</Typography>
        <SecretField
          label="密碼"
          isPassword
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={setPassword}
        />
        <SecretField label="驗證碼" autoComplete="one-time-code" value={code} onChange={setCode} />
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          取消
        </Button>
        <ActionButton type="submit" variant="contained" color="error" isLoading={disable.isPending}>
          停用兩步驟驗證
        </ActionButton>
      </DialogActions>
    </DialogFrame>
  )
}
