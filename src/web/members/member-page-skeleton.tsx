import { Skeleton } from '../ui/skeleton.tsx'
import { MemberFrame } from './member-frame.tsx'

export function MemberPageSkeleton() {
  return (
    <MemberFrame isLoading>
      <Skeleton className="h-52 w-full rounded-xl" />
      <Skeleton className="h-42 w-full rounded-xl" />
    </MemberFrame>
  )
}
