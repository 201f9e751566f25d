import { useEffect, useState } from 'react'
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router'
import { t } from '#contract/translate.ts'
import { useMemberSession } from '../api/member-session.ts'
import { shopConfig, takesGuests } from '../api/shop-config.ts'
import { Redirect } from '../navigation/redirect.tsx'
import type { SignInRequest } from '../navigation/to-sign-in.tsx'
import { paths } from '../paths.ts'
import { nextPath } from '../shared/next-path.ts'
import { buttonClass } from '../ui/button.tsx'
import { FormCard } from '../ui/form-card.tsx'
import { usePageTitle } from '../ui/page-head.ts'
import { Tabs } from '../ui/tabs.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { LineSignIn } from './line/lazy-line.tsx'
import { LoginForm } from './login-form.tsx'
import { type RegisterFields, RegisterForm } from './register-form.tsx'
import { loadIdentity } from './session.ts'

interface LoginState extends Partial<SignInRequest> {
  email?: string
  isCheckingOut?: boolean
  isJoining?: boolean
}

export function LoginScreen() {
  usePageTitle(t('會員登入'))
  useLoadedIdentity()
  const { isLoggedIn, isRestoring } = useMemberSession()
  const [isSigningIn, setSigningIn] = useState(false)
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: LoginState | null }
  // In memory only: a state of the history would be written to the disk.
  const [registered, setRegistered] = useState<RegisterFields>()
  const email = registered?.email ?? state?.email ?? ''
  const view = query.get('view')
  const named = nextPath(query)
  const next = named ?? nextPath(new URLSearchParams({ next: state?.next ?? '' }))
  const reason = reasonOf(state)

  if (view === 'forgot') {
    return (
      <FormCard title={t('忘記密碼')}>
        <ForgotPasswordForm email={email} next={next} />
      </FormCard>
    )
  }
  // After signing in here, 登入成功 is shown first.
  if (isLoggedIn && !isSigningIn) return <Redirect to={next ?? paths.member()} />
  if (isRestoring) return <FormCard title={t('會員登入')} isLoading />
  return (
    <FormCard title={t('會員登入')}>
      {reason && <p className="mb-5 rounded-lg bg-accent-soft px-3 py-2.5 text-sm">{reason}</p>}
      {next === paths.checkout() && takesGuests() && <GuestCheckout />}
      {shopConfig.lineLogin && <LineSignIn next={next} />}
      <Tabs
        label={t('登入或註冊')}
        value={view === 'register' ? 'register' : 'login'}
        onChange={(tab) =>
          navigate(
            paths.memberLogin({ ...(tab === 'register' && { view: 'register' }), next: named }),
            {
              replace: true,
              state,
            },
          )
        }
        tabs={[
          {
            value: 'login',
            label: t('登入'),
            content: (
              <LoginForm
                key={email}
                email={email}
                next={next}
                {...(registered && { password: registered.password })}
                onSigningIn={setSigningIn}
              />
            ),
          },
          {
            value: 'register',
            label: t('註冊'),
            content: (
              <RegisterForm
                next={next}
                onRegistered={(account) => {
                  setRegistered(account)
                  navigate(paths.memberLogin({ next: named }), { replace: true, state })
                }}
              />
            ),
          },
        ]}
      />
      {next?.startsWith(paths.orders()) && (
        <Link
          to={paths.orderLookup()}
          className={`${buttonClass('quiet', { fullWidth: true })} mt-2`}
        >
          {t('訪客訂單查詢')}
        </Link>
      )}
    </FormCard>
  )
}

function GuestCheckout() {
  return (
    <div className="mb-6 space-y-2">
      <Link
        to={paths.checkout()}
        state={{ isGuest: true }}
        className={buttonClass('secondary', { fullWidth: true })}
      >
        {t('以訪客結帳')}
      </Link>
      <p className="text-center text-sm text-ink-muted">{t('不必註冊，訂單連結會寄到您的信箱')}</p>
    </div>
  )
}

function reasonOf(state: LoginState | null): string | undefined {
  if (state?.isCheckingOut) return t('登入或註冊後繼續結帳，購物車會保留')
  if (state?.isJoining) return t('登入或註冊後繼續跟團，新會員只需要電子信箱和密碼')
  if (state?.reason === 'ended') return t('登入已失效，請重新登入，之後會回到剛才的頁面')
  return state?.reason && t('請先登入，之後會回到剛才的頁面')
}

/**
 * Loads what the forms need after their first paint: a release while they are open takes it away,
 * and a reload for it would lose what is typed by then.
 */
function useLoadedIdentity(): void {
  useEffect(() => {
    // A submission tries again, and says why.
    loadIdentity().catch(() => undefined)
  }, [])
}
