import { parsePageNumber } from '../shared/page-number.ts'

/** What is chosen of the list; it stands in the address, so that back, reload and links keep it. */
export function listChoice(query: URLSearchParams): { category: string; page: number } {
  return { category: query.get('category') ?? '', page: parsePageNumber(query) }
}
