import { useSearchParams } from 'react-router'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'
import { LoginScreen } from './login-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

/** The links in mails lead here too: their mode and code stay in the fragment of the address. */
export function MemberLoginPage() {
  const [query] = useSearchParams()
  const code = query.get('oobCode')
  if (code && query.get('mode') === 'resetPassword') {
    return <ResetPasswordScreen key={code} code={code} />
  }
  if (code && query.get('mode') === 'verifyEmail') {
    return <ConfirmEmailScreen key={code} code={code} />
  }
  return <LoginScreen />
}
