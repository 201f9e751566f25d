import { createMarkupPolicy } from './markup-policy.ts'

let inert: ReturnType<typeof createMarkupPolicy>

/** Markup as a document that neither runs nor loads anything. The page's policy asks for a name. */
export function parseInert(html: string): Document {
  inert ??= createMarkupPolicy('inert-markup', (markup) => markup)
  return new DOMParser().parseFromString(inert?.createHTML(html) ?? html, 'text/html')
}
