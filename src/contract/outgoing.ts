import { endpoint } from './endpoint.ts'
import type * as schema from './outgoing.schema.ts'

/** Outgoing work of the shop: mails, calls of the gateway, and what is due by the clock. */
export const adminOutgoingApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path: '{shop}/admin/outgoing',
    caller: 'admin',
    permission: 'self',
    shows: ['shop'],
    summary: 'Whether the shop is on hold after a restore, and what needs a look',
  }),
  release: endpoint<typeof schema.release>({
    method: 'POST',
    path: '{shop}/admin/outgoing/release',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'shop.release',
    summary: 'Let a restored shop work again',
  }),
}
