import type { ReactNode } from 'react'

/** Name and text side by side; the text below its name where the window is too narrow. */
export function DetailRow(props: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 py-2">
      <dt className="w-20 shrink-0 text-ink-muted in-[:lang(en)]:w-28">{props.name}</dt>
      <dd className="min-w-[min(12rem,100%)] flex-1 [overflow-wrap:anywhere]">{props.children}</dd>
    </div>
  )
}
