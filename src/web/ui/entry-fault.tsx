import type { ReactNode } from 'react'
import { t } from '#contract/translate.ts'
import { EmptyState } from './empty-state.tsx'
import { ErrorState } from './error-state.tsx'
import { usePageTitle } from './page-head.ts'

interface EntryFaultProps {
  /** For screen readers, and the page title. */
  heading: string
  /** Where nothing stands behind the address: what to say, and where to go instead. */
  missing: { message: string; action: ReactNode } | undefined
  onRetry: () => unknown
}

/** In place of one product or announcement that cannot be shown. */
export function EntryFault({ heading, missing, onRetry }: EntryFaultProps) {
  usePageTitle(heading)
  return (
    <>
      <h1 className="sr-only">{heading}</h1>
      {missing ? (
        <EmptyState message={missing.message} action={missing.action} />
      ) : (
        <ErrorState message={t('{heading}暫時無法顯示', { heading })} onRetry={onRetry} />
      )}
    </>
  )
}
