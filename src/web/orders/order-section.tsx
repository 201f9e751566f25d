import { type ReactNode, useId } from 'react'

/** A titled part of the page of an order. */
export function OrderSection(props: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface p-4 sm:p-6">
      <h2 id={id} className="mb-3 text-lg font-semibold">
        {props.title}
      </h2>
      {props.children}
    </section>
  )
}
