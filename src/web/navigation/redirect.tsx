import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/**
 * Replaces the entry of the history that is shown. `<Navigate>` does so once: when its screen comes
 * back before the screen between was rendered, React keeps it, and it stays blank.
 */
export function Redirect({ to, state = null }: { to: string; state?: unknown }) {
  const navigate = useNavigate()
  const location = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each location is redirected anew
  useEffect(() => {
    void navigate(to, { replace: true, state })
  }, [navigate, location, to])
  return null
}
