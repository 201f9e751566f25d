import { t } from '#contract/translate.ts'
import { Skeleton } from '../ui/skeleton.tsx'

export function OrdersSkeleton() {
  return (
    <div role="status" aria-label={t('載入中')} className="space-y-4">
      <Skeleton className="h-80" />
      <Skeleton className="h-20" />
      <Skeleton className="h-20" />
    </div>
  )
}
