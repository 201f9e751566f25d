import { t } from '#contract/translate.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { summaryLayout } from './summary-layout.ts'

/** The placeholder of two lines and the summary until the cart has loaded. */
export function CartSkeleton() {
  return (
    <div role="status" aria-label={t('載入中')} className={summaryLayout}>
      <div className="space-y-6">
        <Skeleton className="h-12" />
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="mt-8 h-80 lg:mt-0" />
    </div>
  )
}
