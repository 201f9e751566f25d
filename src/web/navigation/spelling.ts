import { inLanguage, withoutLanguage } from '#contract/language.ts'
import { language } from '#contract/translate.ts'

/**
 * The two spellings of an address: `/#/main/prods` and `/main/prods`. A shop that was opened by a
 * path goes on by paths, one that was opened at `/` or by a hash goes on by hashes; the entry of the
 * history remembers it, for `/` itself looks alike in both.
 */
export type Spelling = 'hash' | 'path'

interface SpelledState {
  spelling?: Spelling
}

let known: Spelling | undefined

/** Decided once for each load, before the router looks at the address. */
export function spelling(): Spelling {
  known ??= decide()
  return known
}

/** The path and query, without its language, of the screen that the address names; a fragment of `#/` wins over the path. */
export function screenAddress(): string {
  if (location.hash.startsWith('#/')) return location.hash.slice(1)
  return spelling() === 'path' ? withoutLanguage(`${location.pathname}${location.search}`) : '/'
}

/** The whole address of a screen in the spelling of this load, for links outside of the router. */
export function hrefOf(path: string): string {
  return spelling() === 'path' ? inLanguage(language(), path) : `#${path}`
}

function decide(): Spelling {
  if (location.pathname !== '/') return 'path'
  if (location.hash.startsWith('#/')) return 'hash'
  return (history.state as SpelledState | null)?.spelling ?? 'hash'
}
