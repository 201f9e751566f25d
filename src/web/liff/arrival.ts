/** How a page was opened, as far as LINE has to do with it. */
type Arrival =
  /** The address has what LINE's SDK reads before anything else touches it. */
  | 'first'
  /** Inside LINE, on a page of our own. */
  | 'inside'
  /** By a link of LIFF in a browser: the page to show stands in the query. */
  | 'linked'

type Address = Pick<Location, 'search' | 'hash'>

/** Undefined: LINE has nothing to do with it. */
export function arrivalOf({ search, hash }: Address, userAgent: string): Arrival | undefined {
  const hasState = new URLSearchParams(search).has('liff.state')
  // The ordinary browser of LINE has no LIFF in its name, and no credentials in the address.
  const isInside = /\bLine\/[\d.]{1,20} LIFF/.test(userAgent)
  const hasCredentials = /\bLine\//.test(userAgent) && /[#&]access_token=/.test(hash)
  if ((isInside && hasState) || hasCredentials) return 'first'
  if (isInside) return 'inside'
  return hasState ? 'linked' : undefined
}

/** The page that a link of LIFF names; home for another site, or none. */
export function linkedPath(search: string, origin: string): string {
  const state = new URLSearchParams(search).get('liff.state') ?? ''
  const path = /^\/(?![/\\])/.test(state) ? state : '/'
  const url = URL.canParse(path, origin) ? new URL(path, origin) : new URL(origin)
  // A page that names a page would be opened for ever.
  if (url.origin !== origin || url.searchParams.has('liff.state')) return '/'
  return url.pathname + url.search + url.hash
}
