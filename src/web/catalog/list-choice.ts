/** What is chosen of the list; it stands in the address, so that back, reload and links keep it. */
export function listChoice(query: URLSearchParams): { category: string; page: number } {
  const page = Number(query.get('page') ?? '1')
  return {
    category: query.get('category') ?? '',
    page: Number.isInteger(page) && page >= 1 ? page : 1,
  }
}
