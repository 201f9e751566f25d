import { endpoint } from './endpoint.ts'
import type * as schema from './push.schema.ts'

/** Notifications of a browser, in a shop that offers them on phones. */
export const pushApi = {
  read: endpoint<typeof schema.readPush>({
    method: 'GET',
    path: '{shop}/push',
    caller: 'member',
    summary: 'The key that a subscription of a browser is tied to',
  }),
  subscribe: endpoint<typeof schema.subscribePush>({
    method: 'PUT',
    path: '{shop}/push/subscription',
    caller: 'member',
    summary: 'Be told of own orders by this browser; the same again keeps it',
  }),
  unsubscribe: endpoint<typeof schema.unsubscribePush>({
    method: 'POST',
    path: '{shop}/push/unsubscribe',
    caller: 'member',
    summary: 'Be told by this browser no longer',
  }),
}
