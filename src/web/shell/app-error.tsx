import { useRouteError } from 'react-router'
import { t } from '#contract/translate.ts'
import { ApiError } from '../api/api-error.ts'
import { ErrorNotice } from '../ui/error-notice.tsx'

/** Replaces the whole app when its layout cannot be rendered. */
function AppError({ error }: { error: unknown }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined
  const report = requestId ? t('（回報編號 {requestId}）', { requestId }) : ''
  return (
    <main className="mx-auto grid min-h-dvh w-full max-w-page place-items-center">
      <ErrorNotice
        message={t('畫面發生錯誤，請重新載入{report}', { report })}
        onRetry={() => location.reload()}
      />
    </main>
  )
}

export function RootErrorElement() {
  return <AppError error={useRouteError()} />
}
