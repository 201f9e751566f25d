import type { ReactNode } from 'react'

/** A titled part of a campaign's page. */
export function Panel({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <section className="rounded-card border border-line bg-surface p-5 sm:p-6">
      {title && <h2 className="mb-3 font-serif text-xl font-semibold">{title}</h2>}
      {children}
    </section>
  )
}
