import Box from '@mui/material/Box'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { accountApi } from '#contract/account.ts'
import { minAdminPasswordLength } from '#contract/admin.ts'
import { useApiMutation } from '../../api/queries.ts'
import { paths } from '../../paths.ts'
import type { AccountState } from '../forgotten-password.ts'
import { ActionButton } from '../ui/action-button.tsx'
import { Panel } from '../ui/panel.tsx'
import { useForgetSession } from '../use-session-end.ts'
import { SecretField } from './secret-field.tsx'

/** A new password ends every session, this one too. */
export function PasswordPanel({ username }: { username: string }) {
  const navigate = useNavigate()
  const forgetSession = useForgetSession()
  const [old, setOld] = useState('')
  const [password, setPassword] = useState('')
  const save = useApiMutation(accountApi.update, {
    onSuccess: () => {
      forgetSession()
      const state: AccountState = { username }
      void navigate(paths.adminLogin(), { replace: true, state })
    },
  })
  const isTooShort = password !== '' && password.length < minAdminPasswordLength
  return (
    <Panel title="變更密碼">
      <Box
        component="form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!save.isPending) save.mutate({ data: { password, old_password: old } })
        }}
        sx={{ display: 'grid', gap: 2 }}
      >
        <input type="email" autoComplete="username" value={username} readOnly hidden />
        <SecretField
          label="目前的密碼"
          isPassword
          autoComplete="current-password"
          value={old}
          onChange={setOld}
        />
        <SecretField
          label="新密碼"
          isPassword
          autoComplete="new-password"
          value={password}
          onChange={setPassword}
          help={`至少 ${minAdminPasswordLength} 個字元；變更後所有裝置都會登出，請以新密碼登入。`}
          error={isTooShort ? `密碼至少 ${minAdminPasswordLength} 個字元` : undefined}
        />
        <ActionButton
          type="submit"
          variant="contained"
          isLoading={save.isPending}
          disabled={old === '' || password.length < minAdminPasswordLength}
          sx={{ justifySelf: 'end', minHeight: 44 }}
        >
          變更密碼
        </ActionButton>
      </Box>
    </Panel>
  )
}
