import { lazy, Suspense } from 'react'
import { Skeleton } from '../../ui/skeleton.tsx'

// A shop that is not offered on phones loads nothing of it.
const Panel = lazy(async () => ({
  default: (await import('./notifications-panel.tsx')).NotificationsPanel,
}))

export const NotificationsPanel = () => (
  <Suspense fallback={<Skeleton className="h-24 w-full" />}>
    <Panel />
  </Suspense>
)
