import { useLocation } from 'react-router'
import { memberSession } from '../api/member-session.ts'
import { paths } from '../paths.ts'
import { Redirect } from './redirect.tsx'

/** Why a page asks for a sign-in, and where that leads back to. */
export interface SignInRequest {
  reason: 'needed' | 'ended'
  next: string
}

/** In place of a page for members; in the state of the history, so that the address stays plain. */
export function ToSignIn() {
  const { pathname, search } = useLocation()
  const reason = memberSession().hasEnded ? 'ended' : 'needed'
  const request: SignInRequest = { reason, next: pathname + search }
  return <Redirect to={paths.memberLogin()} state={request} />
}
