import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './english-texts.schema.ts'

export type EnglishKind = Static<typeof schema.read.params>['subject']
export type EnglishTextsInput = Static<typeof schema.EnglishTextsInput>

/** Texts of the owner in English, for the storefront below `/en`. */
export const englishTextsApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/admin/english/:subject/:id',
    caller: 'admin',
    permission: 'catalog.read',
    summary: 'The English texts of a product, a campaign, a page or an announcement',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: '{shop}/admin/english/:subject/:id',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'english.update',
    summary: 'Change the English texts; empty ones are read in Chinese',
  }),
}
