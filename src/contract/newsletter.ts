import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './newsletter.schema.ts'

export type Subscriber = Static<typeof schema.Subscriber>

/** A subscriber agrees to this: it stands below the button and is kept with the address. */
export const newsletterConsent = '按下「訂閱」，即同意本店寄送電子報到這個信箱。隨時可以取消訂閱。'

export const newsletterApi = {
  subscribe: endpoint<typeof schema.subscribe>({
    method: 'POST',
    path: '{shop}/newsletter',
    caller: 'anyone',
    summary: 'Ask for the newsletter; the address counts once its mail has been answered',
  }),
  confirm: endpoint<typeof schema.confirm>({
    method: 'POST',
    path: '{shop}/newsletter/confirm',
    caller: 'anyone',
    summary: 'Prove an address, by the token of the mail',
  }),
  /** Also the one-click way out of RFC 8058, which a mail program calls by itself. */
  unsubscribe: endpoint<typeof schema.unsubscribe>({
    method: 'POST',
    path: '{shop}/newsletter/unsubscribe',
    caller: 'anyone',
    origin: 'any',
    ignoresBody: true,
    summary: 'Forget an address, by the token of the mail',
  }),
}

export const adminNewsletterApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path: '{shop}/admin/newsletter',
    caller: 'admin',
    permission: 'customer.read',
    summary: 'One page of the confirmed subscribers, the latest first',
  }),
}
