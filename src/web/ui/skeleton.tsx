/** Holds the place of what is on its way, in its final size. */
export function Skeleton({ className = '' }: { className?: string }) {
  return (
    <div
      aria-hidden="true"
      className={`animate-pulse bg-line ${className.includes('rounded') ? '' : 'rounded-lg'} ${className}`}
    />
  )
}
