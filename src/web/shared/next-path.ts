import { fragmentAddress, withoutLanguage } from '#contract/language.ts'
import { language } from '#contract/translate.ts'

/**
 * Where a sign-in goes on to: a path of the shop itself, or undefined. Anything that a browser could
 * read as another site is ignored.
 */
export function nextPath(query: URLSearchParams): string | undefined {
  const next = query.get('next') ?? ''
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? withoutLanguage(next) : undefined
}

/** The same as the whole address that the link of a mail carries. */
export function continueAddress(next: string, shopAddress: string): string {
  return shopAddress + fragmentAddress(language(), next)
}

/** The way back out of the link of a mail; undefined for one that leads to another site. */
export function continuePath(query: URLSearchParams, ownOrigins: string[]): string | undefined {
  const address = query.get('continueUrl') ?? ''
  if (!URL.canParse(address)) return undefined
  const { origin, pathname, search, hash } = new URL(address)
  if (!ownOrigins.includes(origin)) return undefined
  const next = hash.startsWith('#/') ? hash.slice(1) : pathname + search
  return nextPath(new URLSearchParams({ next }))
}
