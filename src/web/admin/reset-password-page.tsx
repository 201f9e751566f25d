import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useSearchParams } from 'react-router'
import { adminPasswordApi, minAdminPasswordLength } from '#contract/admin.ts'
import { clearAdminToken } from '../api/admin-session.ts'
import { ApiError } from '../api/api-error.ts'
import { apiQuery, useApiMutation } from '../api/queries.ts'
import { paths } from '../paths.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { takeFocus } from '../ui/take-focus.ts'
import { PasswordField } from '../ui/text-field.tsx'
import type { AccountState } from './forgotten-password.ts'

const title = '重設後台密碼'
const rule = `至少 ${minAdminPasswordLength} 個字元`

/** Where the link of a reset mail leads; its code stays in the fragment of the address. */
export function AdminResetPasswordPage() {
  const [query] = useSearchParams()
  const code = query.get('code') ?? ''
  return <ResetPassword key={code} code={code} />
}

function ResetPassword({ code }: { code: string }) {
  usePageTitle(title)
  const account = useQuery({
    ...apiQuery(adminPasswordApi.readResetCode, { data: { code } }),
    staleTime: Number.POSITIVE_INFINITY,
    // Checks the code again on each visit: it may have been used since.
    gcTime: 0,
  })
  if (account.isPending) return <FormCard title={title} isLoading />
  return (
    <FormCard title={title}>
      {account.data ? (
        <NewPasswordForm code={code} username={account.data.username} />
      ) : isLinkDead(account.error) ? (
        <DeadLink message={account.error.message} />
      ) : (
        <ErrorState message={account.error.message} onRetry={() => account.refetch()} />
      )}
    </FormCard>
  )
}

function NewPasswordForm({ code, username }: { code: string; username: string }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const reset = useApiMutation(adminPasswordApi.resetPassword, {
    toast: 'none',
    // The session of this browser has ended with the others.
    onSuccess: clearAdminToken,
  })
  if (reset.error && isLinkDead(reset.error)) return <DeadLink message={reset.error.message} />
  if (reset.isSuccess) {
    const state: AccountState = { username }
    return (
      <div className="space-y-5">
        <FormNotice success={reset.data.message} />
        <Link
          ref={takeFocus}
          to={paths.adminLogin()}
          state={state}
          className={buttonClass('primary', { fullWidth: true })}
        >
          前往登入
        </Link>
      </div>
    )
  }
  return (
    <form
      noValidate
      onSubmit={handleSubmit(
        ({ password }) => !reset.isPending && reset.mutate({ data: { code, password } }),
      )}
      className="space-y-5"
    >
      <p className="text-sm [overflow-wrap:anywhere] text-ink-muted">
        為 {username} 設定新的密碼。
      </p>
      {/* Password managers take the account from here. */}
      <input type="email" autoComplete="username" value={username} readOnly hidden />
      <PasswordField
        label="新密碼"
        autoComplete="new-password"
        help={rule}
        maxLength={1024}
        error={formState.errors.password?.message}
        {...register('password', { validate: passwordError })}
      />
      <FormNotice failure={reset.error?.message} />
      <Button type="submit" variant="primary" fullWidth isLoading={reset.isPending}>
        設定新密碼
      </Button>
    </form>
  )
}

function passwordError(password: string): string | undefined {
  if (password === '') return '請輸入密碼'
  if (password.length < minAdminPasswordLength) return `密碼${rule}`
}

function isLinkDead(error: Error): boolean {
  return error instanceof ApiError && error.code === 'ADMIN_RESET_CODE_INVALID'
}

function DeadLink({ message }: { message: string }) {
  return (
    <div className="space-y-5">
      <FormNotice failure={message} />
      <Link
        ref={takeFocus}
        to={paths.adminForgotPassword()}
        className={buttonClass('primary', { fullWidth: true })}
      >
        重新申請
      </Link>
    </div>
  )
}
