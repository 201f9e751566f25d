import { useMemo } from 'react'
import { safeHtml } from './safe-html.ts'

/** The description as an article to read. */
export function ProductDescription({ html }: { html: string }) {
  const clean = useMemo(() => safeHtml(html), [html])
  if (String(clean).trim() === '') return null
  return (
    <section aria-labelledby="product-description" className="mt-16 max-w-3xl">
      <h2 id="product-description" className="mb-4 font-serif text-xl font-semibold">
        商品介紹
      </h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when saved, and again just above */}
      <div className="article" dangerouslySetInnerHTML={{ __html: clean }} />
    </section>
  )
}
