import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { loadIdentity } from './session.ts'

/** Signs the member out, in every tab, and goes to the login screen or home. */
export function useSignOut() {
  const navigate = useNavigate()
  return async ({ to }: { to: 'login' | 'home' }) => {
    const identity = await loadIdentity()
    await identity.signOutMember()
    await navigate(to === 'home' ? paths.home() : paths.memberLogin())
  }
}
