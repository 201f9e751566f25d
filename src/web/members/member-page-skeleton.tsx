import { Skeleton } from '../ui/skeleton.tsx'

export function MemberPageSkeleton() {
  return (
    <div className="mx-auto w-full max-w-2xl px-4 py-10 md:py-16" aria-busy="true">
      <h1 className="text-center font-serif text-title font-semibold">會員中心</h1>
      <div className="mt-6 space-y-6">
        <Skeleton className="h-52 w-full rounded-xl" />
        <Skeleton className="h-42 w-full rounded-xl" />
      </div>
    </div>
  )
}
