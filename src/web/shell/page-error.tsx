import { useEffect } from 'react'
import { t } from '#contract/translate.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'

/** Replaces a page that could not be loaded or rendered; the layout around it stays. */
export function PageError() {
  useReloadWhenOnline()
  return (
    <div className="mx-auto grid min-h-[70dvh] w-full max-w-page place-items-center">
      <ErrorNotice
        message={t('這個畫面暫時無法顯示，請再試一次')}
        onRetry={() => location.reload()}
      />
    </div>
  )
}

/** A new document, since the browser remembers every import that failed in this one. */
function useReloadWhenOnline(): void {
  useEffect(() => {
    const reload = () => location.reload()
    addEventListener('online', reload)
    return () => removeEventListener('online', reload)
  }, [])
}
