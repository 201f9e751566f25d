import { cn } from './cn.ts'

/** Holds the place of content that is loading, in its final size. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={cn('animate-pulse bg-line [:where(&)]:rounded-lg', className)}
    />
  )
}
