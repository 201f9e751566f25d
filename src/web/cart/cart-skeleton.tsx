import { Skeleton } from '../ui/skeleton.tsx'

/** The placeholder of two lines and the summary until the cart has loaded. */
export function CartSkeleton() {
  return (
    <div
      role="status"
      aria-label="載入中"
      className="lg:grid lg:grid-cols-[minmax(0,1fr)_22.5rem] lg:items-start lg:gap-8"
    >
      <div className="space-y-6">
        <Skeleton className="h-12" />
        <Skeleton className="h-36" />
        <Skeleton className="h-36" />
      </div>
      <Skeleton className="mt-8 h-80 lg:mt-0" />
    </div>
  )
}
