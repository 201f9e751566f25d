import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ErrorState } from '../ui/error-state.tsx'

/** In place of a page that could not be loaded or rendered; the shop around it stays. */
export function PageError() {
  useRetryWhenOnline()
  return (
    <div className="mx-auto grid min-h-[70dvh] w-full max-w-page place-items-center">
      <ErrorState message="這個畫面暫時無法顯示，請再試一次" onRetry={() => location.reload()} />
    </div>
  )
}

/** Navigating to the same location loads the route's code again. */
function useRetryWhenOnline(): void {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => {
    const retry = () => void navigate(location, { replace: true, state: location.state })
    addEventListener('online', retry)
    return () => removeEventListener('online', retry)
  }, [navigate, location])
}
