/**
 * Where a sign-in goes on to: a path of the shop itself, or undefined. Anything that a browser could
 * read as another site is ignored.
 */
export function nextPath(query: URLSearchParams): string | undefined {
  const next = query.get('next') ?? ''
  return /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : undefined
}
