import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './feeds.schema.ts'

export type FeedKey = Static<typeof schema.FeedKey>

/** The addresses by which others read the catalogue of the shop. */
export const adminFeedApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/admin/feeds',
    caller: 'admin',
    permission: 'setting.read',
    shows: ['feed'],
    summary: 'The addresses of the feeds, with the key of the catalogue where there is one',
  }),
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/feeds/key',
    caller: 'admin',
    permission: 'setting.write',
    action: 'feed.create',
    summary: 'Make a key of the catalogue; the one before it ends',
  }),
  revoke: endpoint<typeof schema.revoke>({
    method: 'DELETE',
    path: '{shop}/admin/feeds/key',
    caller: 'admin',
    permission: 'setting.write',
    action: 'feed.revoke',
    summary: 'End the key of the catalogue',
  }),
}
