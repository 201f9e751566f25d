import { cn } from './cn.ts'

/** A placeholder of the final size for content that is loading. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn('animate-pulse bg-line [:where(&)]:rounded-lg', className)}
    />
  )
}
