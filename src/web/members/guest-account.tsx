import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { contactName } from '#contract/members.ts'
import type { Order } from '#contract/orders.ts'
import { t } from '#contract/translate.ts'
import { type MemberUser, useMemberSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { passwordError } from '../shared/credential-rules.ts'
import { Button, buttonClass } from '../ui/button.tsx'
import { FormNotice } from '../ui/form-notice.tsx'
import { PasswordField } from '../ui/text-field.tsx'
import { registerMessage } from './identity-errors.ts'
import { ProveMailbox } from './prove-mailbox.tsx'
import { PolicyNote, useRegistration } from './register-form.tsx'

/** Of an order without an account: makes one for its e-mail, and proves the mailbox. */
export function GuestAccount({ order }: { order: Order }) {
  const { user, isRestoring } = useMemberSession()
  const { name, email } = order.user
  const isOfMember = contactName(name) !== name
  const isOfOther = user !== null && user.email?.toLowerCase() !== email.toLowerCase()
  if (isRestoring || isOfMember || isOfOther) return null
  return (
    <section
      aria-label={t('訂單的帳號')}
      className="rounded-card border border-line bg-surface p-4 sm:p-6 print:hidden"
    >
      {user ? (
        <Proof user={user} orderId={order.id} />
      ) : (
        <NewAccount email={email} orderId={order.id} />
      )}
    </section>
  )
}

function NewAccount({ email, orderId }: { email: string; orderId: string }) {
  const next = paths.order(orderId)
  const { registration, policy } = useRegistration(next)
  const { register, handleSubmit, formState } = useForm({ defaultValues: { password: '' } })
  return (
    <form
      noValidate
      onSubmit={handleSubmit(
        ({ password }) => !registration.isPending && registration.mutate({ email, password }),
      )}
      className="space-y-4"
    >
      <div>
        <h2 className="text-lg font-semibold">{t('下次不必再填資料')}</h2>
        <p className="text-sm text-ink-muted">
          {t('設定密碼就有帳號；驗證信箱後，這筆訂單會歸入您的帳號')}
        </p>
      </div>
      <p className="[overflow-wrap:anywhere]">{email}</p>
      {/* For password managers, which keep a password with its account. */}
      <input hidden readOnly type="email" autoComplete="username" value={email} />
      <PasswordField
        label={t('密碼')}
        autoComplete="new-password"
        help={t('六碼以上，至少各一個小寫英文字母和數字')}
        error={formState.errors.password?.message}
        {...register('password', { validate: passwordError })}
      />
      <FormNotice
        failure={registration.isError && registerMessage(registration.error)}
        success={registration.data?.isSignedIn === false && t('註冊成功，請登入')}
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          variant="primary"
          isLoading={registration.isPending}
          disabled={registration.isSuccess}
        >
          {t('建立帳號')}
        </Button>
        <Link to={paths.memberLogin({ next })} className={buttonClass('quiet')}>
          {t('已有帳號，前往登入')}
        </Link>
      </div>
      <PolicyNote policy={policy} />
    </form>
  )
}

function Proof({ user, orderId }: { user: MemberUser; orderId: string }) {
  if (user.emailVerified) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p>{t('信箱已驗證，這筆訂單在您的帳號裡')}</p>
        <Link to={paths.orders()} className={buttonClass('secondary')}>
          {t('我的訂單')}
        </Link>
      </div>
    )
  }
  return (
    <div className="space-y-4">
      <div>
        <h2 className="text-lg font-semibold">{t('驗證電子信箱')}</h2>
        <p className="text-sm text-ink-muted">{t('輸入信中的驗證碼，這筆訂單就會歸入您的帳號')}</p>
      </div>
      <ProveMailbox user={user} next={paths.order(orderId)} />
    </div>
  )
}
