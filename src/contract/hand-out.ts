import type { Static } from 'typebox'
import { endpoint, subjectsOfOrders } from './endpoint.ts'
import type * as schema from './hand-out.schema.ts'
import type { OwnHandOut as OwnHandOutSchema } from './own-hand-out.schema.ts'

export type HandOut = Static<typeof schema.HandOut>
export type OwnHandOut = Static<typeof OwnHandOutSchema>

/** For the leader of a group, and for staff who may ship. */
export const handOutApi = {
  find: endpoint<typeof schema.find>({
    method: 'GET',
    path: '{shop}/hand-out/:code',
    caller: 'member',
    permission: 'order.ship',
    summary: 'What to give to the person with this code, and what is still owed',
  }),
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/hand-out',
    caller: 'member',
    permission: 'order.ship',
    shows: subjectsOfOrders,
    summary: 'What waits to be fetched, and what was fetched, without the codes',
  }),
  remind: endpoint<typeof schema.remind>({
    method: 'POST',
    path: '{shop}/hand-out/reminder',
    caller: 'member',
    permission: 'order.ship',
    summary: 'Mail those whose goods have waited for three days; twice at most',
  }),
  handOut: endpoint<typeof schema.handOut>({
    method: 'POST',
    path: '{shop}/hand-out',
    caller: 'member',
    permission: 'order.ship',
    summary:
      'Tick off what was handed out, or take ticks back; each item is judged by itself, once',
  }),
}
