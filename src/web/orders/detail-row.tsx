import type { ReactNode } from 'react'

export function DetailRow(props: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[5.5rem_minmax(0,1fr)] gap-x-4 py-2">
      <dt className="text-ink-muted">{props.name}</dt>
      <dd className="[overflow-wrap:anywhere]">{props.children}</dd>
    </div>
  )
}
