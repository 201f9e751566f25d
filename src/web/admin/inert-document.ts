import { createMarkupPolicy } from '../ui/markup-policy.ts'

/** The page's policy wants it said that this markup is read; a parsed document runs nothing. */
const inert = createMarkupPolicy('inert-markup', (html) => html)

/** Markup as a document that neither runs nor loads anything. */
export function parseInert(html: string): Document {
  return new DOMParser().parseFromString(inert?.createHTML(html) ?? html, 'text/html')
}
