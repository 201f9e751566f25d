/** A small number at a link; nothing at zero. */
export function CountBadge({ count, unit }: { count: number; unit: string }) {
  if (count === 0) return null
  return (
    <span className="inline-grid h-5 min-w-5 place-items-center rounded-full bg-fill px-1.5 text-sm leading-none font-medium text-on-fill tabular-nums">
      {count}
      <span className="sr-only"> {unit}</span>
    </span>
  )
}
