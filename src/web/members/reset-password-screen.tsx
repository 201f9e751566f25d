import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { passwordError } from '../shared/credential-rules.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { takeFocus } from '../ui/take-focus.ts'
import { PasswordField } from '../ui/text-field.tsx'
import { identityMessage, isLinkDead } from './identity-errors.ts'
import { loadIdentity } from './session.ts'

const title = '重設密碼'

interface WithNext {
  /** Where the shopper was on the way to, by the link of the mail. */
  next: string | undefined
}

/** Where the link of a reset mail leads. */
export function ResetPasswordScreen({ code, next }: WithNext & { code: string }) {
  usePageTitle(t(title))
  const account = useQuery({
    queryKey: ['reset password', code],
    queryFn: async () => (await loadIdentity()).emailOfResetCode(code),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    // A code that was used since the last visit is refused.
    gcTime: 0,
  })
  if (account.isPending) return <FormCard title={t(title)} isLoading />
  return (
    <FormCard title={t(title)}>
      {account.data ? (
        <NewPasswordForm code={code} email={account.data} next={next} />
      ) : isLinkDead(account.error) ? (
        <DeadLink error={account.error} next={next} />
      ) : (
        <ErrorState message={identityMessage(account.error)} onRetry={() => account.refetch()} />
      )}
    </FormCard>
  )
}

function NewPasswordForm({ code, email, next }: WithNext & { code: string; email: string }) {
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  const reset = useMutation({
    mutationFn: async ({ password }: { password: string }) =>
      (await loadIdentity()).resetPassword(code, password),
  })
  if (reset.isError && isLinkDead(reset.error)) return <DeadLink error={reset.error} next={next} />
  if (reset.isSuccess) {
    return (
      <div className="space-y-5">
        <FormNotice success={t('密碼已更新，請以新密碼登入')} />
        <Link
          ref={takeFocus}
          to={paths.memberLogin({ next })}
          state={{ email }}
          className={buttonClass('primary', { fullWidth: true })}
        >
          {t('前往登入')}
        </Link>
      </div>
    )
  }
  return (
    <form
      noValidate
      onSubmit={handleSubmit((typed) => !reset.isPending && reset.mutate(typed))}
      className="space-y-5"
    >
      <p className="text-sm [overflow-wrap:anywhere] text-ink-muted">
        {t('為 {email} 設定新的密碼。', { email })}
      </p>
      {/* Password managers take the account from here. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        label={t('新密碼')}
        autoComplete="new-password"
        help={t('六碼以上，至少各一個小寫英文字母和數字')}
        error={formState.errors.password?.message}
        {...register('password', { validate: passwordError })}
      />
      <FormNotice failure={reset.isError && identityMessage(reset.error)} />
      <Button type="submit" variant="primary" fullWidth isLoading={reset.isPending}>
        {t('設定新密碼')}
      </Button>
    </form>
  )
}

function DeadLink({ error, next }: WithNext & { error: unknown }) {
  return (
    <div className="space-y-5">
      <FormNotice failure={identityMessage(error)} />
      <Link
        to={paths.memberLogin({ view: 'forgot', next })}
        className={buttonClass('primary', { fullWidth: true })}
      >
        {t('重新寄送重設密碼信')}
      </Link>
    </div>
  )
}
