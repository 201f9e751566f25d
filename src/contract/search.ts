import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './search.schema.ts'

export type Suggestion = Static<typeof schema.suggestions.reply>['suggestions'][number]
export type MissedSearch = Static<typeof schema.missed.reply>['words'][number]

/** In characters, without the space around them. */
export const maxSearchText = 60

export const searchApi = {
  search: endpoint<typeof schema.search>({
    method: 'GET',
    path: '{shop}/search',
    caller: 'anyone',
    summary: 'One page of the enabled products in which every word is found',
  }),
  suggestions: endpoint<typeof schema.suggestions>({
    method: 'GET',
    path: '{shop}/search/suggestions',
    caller: 'anyone',
    summary: 'Up to 8 categories and products for the beginning of a search',
  }),
}

export const adminSearchApi = {
  missed: endpoint<typeof schema.missed>({
    method: 'GET',
    path: '{shop}/admin/searches/missed',
    caller: 'admin',
    permission: 'report.read',
    summary: 'One page of what was searched for and not found, most often first',
  }),
}
