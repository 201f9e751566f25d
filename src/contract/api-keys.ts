import type { Static } from 'typebox'
import type * as schema from './api-keys.schema.ts'
import { endpoint } from './endpoint.ts'

export type ApiKey = Static<typeof schema.ApiKey>

const managed = { caller: 'admin', permission: 'staff.manage' } as const

/** Keys of programs; a call of a key manages none. */
export const apiKeysApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/api-keys',
    ...managed,
    shows: ['api_key'],
    summary: 'All API keys, the newest first',
  }),
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path: '{shop}/admin/api-key',
    ...managed,
    isSensitive: true,
    action: 'api_key.create',
    summary: 'Make an API key; its text is in this reply alone',
  }),
  revoke: endpoint<typeof schema.revoke>({
    method: 'DELETE',
    path: '{shop}/admin/api-key/:id',
    ...managed,
    isSensitive: true,
    action: 'api_key.revoke',
    summary: 'Revoke an API key: its next call is refused',
    ignoresBody: true,
  }),
}
