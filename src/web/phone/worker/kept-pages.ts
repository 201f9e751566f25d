import { withoutLanguage } from '#contract/language.ts'
import { screens } from '#contract/screens.ts'

const patterns = Object.entries(screens).map(([path, kind]) => ({ parts: path.split('/'), kind }))

/** A page of the storefront: a `copy` may be shown without network, `none` may not. */
export function pageKind({ pathname, search }: URL): 'copy' | 'none' | undefined {
  const parts = withoutLanguage(pathname).split('/')
  const found = patterns.find(
    (pattern) =>
      pattern.parts.length === parts.length &&
      pattern.parts.every((part, index) => part === parts[index] || part.startsWith(':')),
  )
  if (!found || found.kind === 'backOffice') return undefined
  // Such a screen shows what is the caller's own, and its address may hold a secret.
  if (found.kind === 'frame') return 'none'
  // So does that of a draft.
  return new URLSearchParams(search).has('preview') ? 'none' : 'copy'
}

/** By which a copy is found: home is the same for every query, which may hold the word of a sign-in. */
export function keyOf({ pathname, search }: URL): string {
  return withoutLanguage(pathname) === '/' ? pathname : pathname + search
}

/** Files whose names change with their content; the weight of the back office, which needs a network, is not kept. */
export function isKeptFile(pathname: string): boolean {
  return /^\/(?:assets\/(?!back-office)|brand\/)[^/]+$/.test(pathname)
}
