import { rich } from '../ui/rich.tsx'
import { countProducts } from './find-rows.ts'
import type { ShownHandOut } from './with-wishes.ts'

/** The pieces that must still lie on the table. */
export function ProductCounts({ rows }: { rows: readonly ShownHandOut[] }) {
  return (
    <dl className="divide-y divide-line rounded-card border border-line bg-surface tabular-nums">
      {countProducts(rows).map(({ id, title, left, total }) => (
        <div key={id} className="flex items-baseline justify-between gap-4 px-4 py-3">
          <dt className="min-w-0 [overflow-wrap:anywhere]">{title}</dt>
          <dd className="shrink-0">
            {rich('剩 {strong}', { strong: <strong className="text-lg">{left}</strong> })}
            <span className="text-ink-muted"> / {total}</span>
          </dd>
        </div>
      ))}
    </dl>
  )
}
