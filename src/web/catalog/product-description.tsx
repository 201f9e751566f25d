import { useMemo } from 'react'
import { safeHtml } from './safe-html.ts'

export function ProductDescription({ html }: { html: string }) {
  const clean = useMemo(() => safeHtml(html), [html])
  if (String(clean).trim() === '') return null
  const className = hasTags(html) ? 'article' : 'article whitespace-pre-line'
  return (
    <section aria-labelledby="product-description" className="mt-16 max-w-3xl">
      <h2 id="product-description" className="mb-4 font-serif text-xl font-semibold">
        商品介紹
      </h2>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned when saved, and again just above */}
      <div className={className} dangerouslySetInnerHTML={{ __html: clean }} />
    </section>
  )
}

/** Text without a tag was typed as plain text, where a line break is meant as one. */
function hasTags(html: string): boolean {
  return /<[a-z][^<>]{0,80}>/i.test(html)
}
