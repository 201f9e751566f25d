/** The page that an address asks for; the first one when it names none that can exist. */
export function parsePageNumber(query: URLSearchParams): number {
  const page = Number(query.get('page') ?? '1')
  return Number.isInteger(page) && page >= 1 ? page : 1
}
