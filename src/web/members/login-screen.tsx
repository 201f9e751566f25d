import { useState } from 'react'
import { Navigate, useLocation, useNavigate, useSearchParams } from 'react-router'
import { useMemberSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { usePageTitle } from '../ui/page-title.ts'
import { Tabs } from '../ui/tabs.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { LoginForm } from './login-form.tsx'
import { MemberCard } from './member-card.tsx'
import { RegisterForm } from './register-form.tsx'

export function LoginScreen() {
  usePageTitle('會員登入')
  const { isLoggedIn, isRestoring } = useMemberSession()
  const [isSigningIn, setSigningIn] = useState(false)
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation() as { state: { email?: string } | null }
  const email = state?.email ?? ''
  const view = query.get('view')

  if (view === 'forgot') {
    return (
      <MemberCard title="忘記密碼">
        <ForgotPasswordForm email={email} />
      </MemberCard>
    )
  }
  // Who signs in here reads first that it went well.
  if (isLoggedIn && !isSigningIn) return <Navigate to={paths.member()} replace />
  if (isRestoring) return <MemberCard title="會員登入" isLoading />
  return (
    <MemberCard title="會員登入">
      <Tabs
        label="登入或註冊"
        value={view === 'register' ? 'register' : 'login'}
        onChange={(tab) =>
          navigate(paths.memberLogin(tab === 'register' ? { view: 'register' } : {}), {
            replace: true,
          })
        }
        tabs={[
          {
            value: 'login',
            label: '登入',
            content: <LoginForm key={email} email={email} onSigningIn={setSigningIn} />,
          },
          {
            value: 'register',
            label: '註冊',
            content: (
              <RegisterForm
                onRegistered={(registered) =>
                  navigate(paths.memberLogin(), { replace: true, state: { email: registered } })
                }
              />
            ),
          },
        ]}
      />
    </MemberCard>
  )
}
