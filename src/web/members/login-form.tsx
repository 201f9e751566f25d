import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link, useLocation, useNavigate } from 'react-router'
import { t } from '#contract/translate.ts'
import { paths } from '../paths.ts'
import { emailError, passwordError } from '../shared/credential-rules.ts'
import { EmailField } from '../shared/email-field.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { useAfter } from '../ui/use-after.ts'
import { loginMessage } from './identity-errors.ts'
import { loadIdentity } from './session.ts'

/** How long 登入成功 is shown before the member's page, in milliseconds. */
const redirectDelayMs = 1500

interface LoginFields {
  email: string
  password: string
}

interface LoginFormProps {
  email: string
  /** The address of the new registration, so that it need not be typed again. */
  password?: string
  /** Where the sign-in leads, other than to the member's page. */
  next: string | undefined
  /** From the submission to a failure: the screen must not leave by itself meanwhile. */
  onSigningIn: (isSigningIn: boolean) => void
}

export function LoginForm({ email, password = '', next, onSigningIn }: LoginFormProps) {
  const navigate = useNavigate()
  const { state } = useLocation()
  const forgot = paths.memberLogin({ view: 'forgot', next })
  const { register, handleSubmit, formState, getValues } = useForm<LoginFields>({
    defaultValues: { email, password },
  })
  const { errors } = formState
  const login = useMutation({
    mutationFn: async (typed: LoginFields) => {
      const identity = await loadIdentity()
      await identity.signIn(typed.email.trim(), typed.password)
    },
    onMutate: () => onSigningIn(true),
    onError: () => onSigningIn(false),
  })
  useAfter(redirectDelayMs, login.isSuccess, () => navigate(next ?? paths.member()))

  return (
    <form
      noValidate
      onSubmit={handleSubmit((typed) => !login.isPending && login.mutate(typed))}
      className="space-y-5"
    >
      <EmailField error={errors.email?.message} {...register('email', { validate: emailError })} />
      <PasswordField
        label={t('密碼')}
        autoComplete="current-password"
        error={errors.password?.message}
        {...register('password', { validate: passwordError })}
      />
      <FormNotice
        failure={login.isError && loginMessage(login.error)}
        success={login.isSuccess && t('登入成功')}
      />
      <Button
        type="submit"
        variant="primary"
        fullWidth
        isLoading={login.isPending}
        disabled={login.isSuccess}
      >
        {t('登入')}
      </Button>
      <p className="text-center">
        <Link
          to={forgot}
          className={buttonClass('quiet')}
          onClick={(event) => {
            event.preventDefault()
            navigate(forgot, { state: { ...state, email: getValues('email') } })
          }}
        >
          {t('忘記密碼')}
        </Link>
      </p>
    </form>
  )
}
