import { useSearchParams } from 'react-router'
import { ownAddress } from '../api/shop-config.ts'
import { continuePath } from '../shared/next-path.ts'
import { ConfirmEmailScreen } from './confirm-email-screen.tsx'
import { LineReturnScreen } from './line/lazy-line.tsx'
import { LoginScreen } from './login-screen.tsx'
import { ResetPasswordScreen } from './reset-password-screen.tsx'

/** The links in mails lead here too, and the way back from LINE: their codes stay in the fragment. */
export function MemberLoginPage() {
  const [query] = useSearchParams()
  const code = query.get('oobCode')
  if (query.has('lineCode') || query.has('lineFault')) return <LineReturnScreen query={query} />
  const next = continuePath(query, [location.origin, new URL(ownAddress()).origin])
  switch (code && query.get('mode')) {
    case 'resetPassword':
      return <ResetPasswordScreen key={code} code={code ?? ''} next={next} />
    case 'verifyEmail':
    case 'verifyAndChangeEmail':
      return <ConfirmEmailScreen key={code} code={code ?? ''} next={next} />
    default:
      return <LoginScreen />
  }
}
