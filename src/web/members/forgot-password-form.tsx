import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useLocation } from 'react-router'
import { t } from '#contract/translate.ts'
import { hrefOf } from '../navigation/spelling.ts'
import { paths } from '../paths.ts'
import { emailError } from '../shared/credential-rules.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { useAfter } from '../ui/use-after.ts'
import { identityMessage } from './identity-errors.ts'
import { loadIdentity } from './session.ts'

/** How long the notice is shown before the page reloads, in milliseconds. */
const noticeMs = 3000

/** `next` is where the sign-in afterwards leads. */
export function ForgotPasswordForm({ email, next }: { email: string; next: string | undefined }) {
  const { state } = useLocation()
  const login = paths.memberLogin({ next })
  const { register, handleSubmit, formState } = useForm({ defaultValues: { email } })
  const request = useMutation({
    mutationFn: async (typed: { email: string }) => {
      const identity = await loadIdentity()
      await identity.requestPasswordReset(typed.email.trim(), next)
    },
  })
  useAfter(noticeMs, request.isSuccess, () => {
    // The address of this form would bring it back after the reload.
    history.replaceState(history.state, '', hrefOf(login))
    location.reload()
  })

  return (
    <form
      noValidate
      onSubmit={handleSubmit((typed) => !request.isPending && request.mutate(typed))}
      className="space-y-5"
    >
      <p className="text-sm text-ink-muted">
        {t('輸入註冊時的電子信箱，我們會寄出重設密碼的連結。')}
      </p>
      <EmailField
        error={formState.errors.email?.message}
        {...register('email', { validate: emailError })}
      />
      <FormNotice
        failure={request.isError && identityMessage(request.error)}
        success={request.isSuccess && t('已寄出重設密碼信，請至收件匣或垃圾信件匣查看')}
      />
      <Button
        type="submit"
        variant="primary"
        fullWidth
        isLoading={request.isPending}
        disabled={request.isSuccess}
      >
        {t('寄送重設密碼信')}
      </Button>
      <p className="text-center">
        <Link to={login} state={state} className={buttonClass('quiet')}>
          {t('返回登入')}
        </Link>
      </p>
    </form>
  )
}
