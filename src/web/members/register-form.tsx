import { useMutation, useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { privacyApi } from '#contract/privacy.ts'
import { t } from '#contract/translate.ts'
import { apiQuery } from '../api/queries.ts'
import { emailError, passwordError } from '../shared/credential-rules.ts'
import { EmailField } from '../shared/email-field.tsx'
import { PolicyLinks } from '../shared/policy-links.tsx'
import { Button } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { showToast } from '../ui/toast-store.ts'
import { useAfter } from '../ui/use-after.ts'
import type { Registration } from './identity.ts'
import { registerMessage } from './identity-errors.ts'
import { loadIdentity } from './session.ts'
import { VerificationBadge } from './verification-badge.tsx'

/** How long the success is shown before the tab 登入, in milliseconds. */
const redirectDelayMs = 3000

export interface RegisterFields {
  email: string
  password: string
}

export function RegisterForm({
  next,
  onRegistered,
}: {
  /** Where the screen leads on to. */
  next: string | undefined
  onRegistered: (account: RegisterFields) => void
}) {
  const { register, handleSubmit, formState } = useForm<RegisterFields>({
    defaultValues: { email: '', password: '' },
  })
  const { errors } = formState
  const { registration, policy } = useRegistration(next)
  const showsLogin = registration.isSuccess && !registration.data.isSignedIn
  useAfter(redirectDelayMs, showsLogin, () =>
    onRegistered({
      email: registration.data?.email ?? '',
      password: registration.variables?.password ?? '',
    }),
  )

  return (
    <form
      noValidate
      onSubmit={handleSubmit((typed) => !registration.isPending && registration.mutate(typed))}
      className="space-y-5"
    >
      <EmailField error={errors.email?.message} {...register('email', { validate: emailError })} />
      <PasswordField
        label={t('密碼')}
        autoComplete="new-password"
        help={t('六碼以上，至少各一個小寫英文字母和數字')}
        error={errors.password?.message}
        {...register('password', { validate: passwordError })}
      />
      <FormNotice
        failure={registration.isError && registerMessage(registration.error)}
        success={registration.data && <Welcome registration={registration.data} />}
      />
      <Button
        type="submit"
        variant="primary"
        fullWidth
        isLoading={registration.isPending}
        disabled={registration.isSuccess}
      >
        {t('註冊')}
      </Button>
      <PolicyNote policy={policy} />
    </form>
  )
}

/** Registers an account. On the way to something (`next`) the new member is signed in at once. */
export function useRegistration(next: string | undefined) {
  const policy = useQuery(apiQuery(privacyApi.read, { query: {} })).data?.policy
  const registration = useMutation({
    mutationFn: async (typed: RegisterFields) => {
      const identity = await loadIdentity()
      const email = typed.email.trim()
      const registered = await identity.register(email, typed.password, {
        privacyVersion: policy?.version,
        next,
      })
      const isSignedIn =
        next !== undefined && (await isDone(identity.signIn(email, typed.password)))
      if (isSignedIn) showToast({ tone: 'success', text: t('註冊成功，歡迎加入') })
      return { ...registered, isSignedIn }
    },
  })
  return { registration, policy }
}

export function PolicyNote(props: { policy: { version: number; terms: string } | undefined }) {
  const { policy } = props
  return (
    <p className="text-sm text-ink-muted">
      {t('註冊即表示您同意')}
      <PolicyLinks version={policy?.version} hasTerms={Boolean(policy?.terms)} />
    </p>
  )
}

/** Whether it succeeded; after a failure the tab 登入 says why. */
function isDone(work: Promise<void>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

function Welcome({ registration }: { registration: Registration }) {
  return (
    <>
      <p className="font-semibold">{t('註冊成功，歡迎加入')}</p>
      <p className="mt-1 flex flex-wrap items-center gap-2">
        <VerificationBadge isVerified={registration.isVerified} />
        {!registration.isVerified && (
          <span className="min-w-0 [overflow-wrap:anywhere]">{nextStep(registration)}</span>
        )}
      </p>
    </>
  )
}

function nextStep({ email, isMailSent }: Registration): string {
  return isMailSent ? t('驗證信已寄至 {email}', { email }) : t('登入後可在會員中心寄送驗證信')
}
