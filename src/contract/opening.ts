import { type EndpointReply, endpoint } from './endpoint.ts'
import type * as schema from './opening.schema.ts'

export type OpeningState = EndpointReply<typeof schema.read>

const path = '{shop}/admin/opening'

export const openingApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path,
    caller: 'admin',
    permission: 'setting.read',
    shows: ['setting', 'privacy', 'product', 'staff', 'demo', 'account', 'import'],
    summary: 'The steps of a new shop before it opens, and which of them are done',
  }),
  putAway: endpoint<typeof schema.putAway>({
    method: 'PUT',
    path,
    caller: 'admin',
    permission: 'setting.read',
    action: 'account.update',
    summary: 'Put the steps away from the own overview, or bring them back',
  }),
}
