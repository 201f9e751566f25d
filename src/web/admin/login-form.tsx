import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import { adminSessionApi } from '#contract/admin.ts'
import { setAdminToken } from '../api/admin-session.ts'
import { ApiError } from '../api/api-error.ts'
import { useApiMutation } from '../api/queries.ts'
import { shopConfig } from '../api/shop-config.ts'
import { paths } from '../paths.ts'
import { Button } from '../ui/button.tsx'
import { CheckboxField } from '../ui/checkbox-field.tsx'
import { PasswordField, TextField } from '../ui/text-field.tsx'
import { type AccountState, whomToAsk } from './forgotten-password.ts'
import { LoginAlert } from './login-alert.tsx'
import {
  clearRememberedAccount,
  rememberedAccount,
  setRememberedAccount,
} from './remembered-account.ts'
import { useForgetSession } from './use-session-end.ts'

/** How long the success message shows before the back office opens, in milliseconds. */
const redirectDelayMs = 1500

interface LoginFields {
  username: string
  password: string
  code: string
  isRemembered: boolean
}

/** The browser checks the format of the e-mail, the server the rest; what was empty is marked then. */
export function LoginForm() {
  const navigate = useNavigate()
  const forgetSession = useForgetSession()
  const { state } = useLocation() as { state: AccountState | null }
  const { register, handleSubmit, getValues, setError, formState } = useForm<LoginFields>({
    defaultValues: {
      username: state?.username ?? rememberedAccount(),
      password: '',
      code: '',
      isRemembered: true,
    },
  })
  const { errors } = formState
  const signIn = useApiMutation(adminSessionApi.signIn, {
    toast: 'none',
    onSuccess: ({ token, expired }, { body }) => {
      // The one before may have ended without a sign-out.
      forgetSession()
      setAdminToken(token, expired)
      if (getValues('isRemembered')) setRememberedAccount(body.username)
      else clearRememberedAccount()
    },
    onError: (_, { body }) => {
      if (body.password === '') setError('password', { message: '請填寫密碼' })
      if (body.username === '') {
        setError('username', { message: '請填寫帳號' }, { shouldFocus: true })
      }
    },
  })
  const { isSuccess } = signIn
  const refusal = signIn.error instanceof ApiError ? signIn.error.code : undefined
  const [needsCode, setNeedsCode] = useState(false)
  // Asked for once, the field stays: a wrong code is typed again.
  if (refusal === 'SECOND_FACTOR_REQUIRED' && !needsCode) setNeedsCode(true)

  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => navigate(paths.admin(), { replace: true }), redirectDelayMs)
    return () => clearTimeout(timer)
  }, [isSuccess, navigate])

  function askForMail() {
    const typed: AccountState = { username: getValues('username') }
    void navigate(paths.adminForgotPassword(), { state: typed })
  }

  const submit = handleSubmit(({ username, password, code }) =>
    signIn.mutate({ body: { username, password, ...(needsCode && { code }) } }),
  )
  return (
    <form onSubmit={submit} className="space-y-5">
      <TextField
        label="帳號"
        type="email"
        autoComplete="username"
        error={errors.username?.message}
        {...register('username')}
      />
      <PasswordField
        label="密碼"
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password')}
      />
      {needsCode && (
        <TextField
          label="驗證碼"
          autoComplete="one-time-code"
          help="驗證器 App 的 6 位數字，或一組備援碼"
          autoFocus
          {...register('code')}
        />
      )}
      <CheckboxField label="記住帳號" {...register('isRemembered')} />
      <LoginAlert failure={signIn.error?.message} success={signIn.data?.message} />
      <Button
        type="submit"
        variant="primary"
        fullWidth
        isLoading={signIn.isPending}
        disabled={isSuccess}
      >
        登入
      </Button>
      <div className="text-center">
        {shopConfig.canMail ? (
          <Button variant="quiet" onClick={askForMail}>
            忘記密碼
          </Button>
        ) : (
          <ForgotPasswordHelp />
        )}
      </div>
    </form>
  )
}

/** Where the shop cannot send mails. */
function ForgotPasswordHelp() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="quiet" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        忘記密碼
      </Button>
      <p role="status" className="mt-2 text-sm text-ink-muted empty:hidden">
        {isOpen && whomToAsk}
      </p>
    </>
  )
}
