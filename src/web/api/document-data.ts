import type { DocumentData } from '#contract/screens.ts'

let known: DocumentData | null | undefined

/** Data that the document was rendered from; null where it has no content of its own. */
export function documentData(): DocumentData | null {
  if (known !== undefined) return known
  const text =
    typeof document === 'undefined'
      ? undefined
      : document.head.querySelector('script#document-data')?.textContent?.trim()
  const read = text ? (JSON.parse(text) as DocumentData) : null
  // A fragment may have named another screen than the one that was drawn.
  known = read && !location.hash.startsWith('#/') ? read : null
  return known
}
