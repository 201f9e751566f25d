import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './webhooks.schema.ts'

export type Webhook = Static<typeof schema.Webhook>
export type WebhookDelivery = Static<typeof schema.WebhookDelivery>

const path = '{shop}/admin/webhook'
const managed = { caller: 'admin', permission: 'hook.manage' } as const

/** Addresses that are told of events, as Standard Webhooks says. */
export const webhooksApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/webhooks',
    ...managed,
    shows: ['webhook'],
    summary: 'All webhooks, the newest first',
  }),
  create: endpoint<typeof schema.create>({
    method: 'POST',
    path,
    ...managed,
    isSensitive: true,
    action: 'webhook.create',
    summary: 'Make a webhook; its secret is in this reply alone',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: `${path}/:id`,
    ...managed,
    isSensitive: true,
    action: 'webhook.update',
    summary: 'Change the address or the events of a webhook, or switch it on or off',
  }),
  remove: endpoint<typeof schema.remove>({
    method: 'DELETE',
    path: `${path}/:id`,
    ...managed,
    isSensitive: true,
    action: 'webhook.remove',
    summary: 'Delete a webhook with all that it was sent',
    ignoresBody: true,
  }),
  test: endpoint<typeof schema.test>({
    method: 'POST',
    path: `${path}/:id/test`,
    ...managed,
    action: 'webhook.test',
    summary: 'Send a trial to a webhook at once; the reply has its answer',
    ignoresBody: true,
  }),
  resend: endpoint<typeof schema.resend>({
    method: 'POST',
    path: `${path}/:id/resend`,
    ...managed,
    action: 'webhook.resend',
    summary: 'Send one event again, or all that wait without waiting longer',
  }),
  deliveries: endpoint<typeof schema.deliveries>({
    method: 'GET',
    path: `${path}/:id/deliveries`,
    ...managed,
    shows: ['webhook'],
    summary: 'What a webhook was sent in the last 30 days, the newest first',
  }),
}
