import { ErrorState } from '../ui/error-state.tsx'
import { usePageTitle } from '../ui/page-title.ts'

/** In place of a screen that could not be loaded or drawn. */
export function RouteError() {
  usePageTitle('畫面無法顯示')
  return (
    <div className="mx-auto min-h-[70dvh] w-full max-w-page content-center">
      <ErrorState message="這個畫面暫時無法顯示，請再試一次" onRetry={() => location.reload()} />
    </div>
  )
}
