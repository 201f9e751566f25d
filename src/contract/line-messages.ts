import { endpoint } from './endpoint.ts'
import type * as schema from './line-messages.schema.ts'

/** The official account of LINE; `version` as in `adminSettingsApi`. */
export const lineMessagesSettingsApi = {
  read: endpoint<typeof schema.readLineMessages>({
    method: 'GET',
    path: '{shop}/admin/settings/line-messages',
    caller: 'admin',
    permission: 'setting.write',
    shows: ['setting'],
    summary: 'The official account of LINE, without its secrets, and its messages of this month',
  }),
  update: endpoint<typeof schema.updateLineMessages>({
    method: 'PUT',
    path: '{shop}/admin/settings/line-messages',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change the official account of LINE, or switch it off',
  }),
  test: endpoint<typeof schema.testLineMessages>({
    method: 'POST',
    path: '{shop}/admin/settings/line-messages/test',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.test_line_messages',
    changes: [],
    summary: 'Ask LINE which account a token is of; nothing is saved',
  }),
}

export const lineMessagesApi = {
  read: endpoint<typeof schema.readOwnLine>({
    method: 'GET',
    path: '{shop}/line-messages',
    caller: 'member',
    summary: 'Whether the caller is told of own orders by LINE',
  }),
  update: endpoint<typeof schema.updateOwnLine>({
    method: 'PUT',
    path: '{shop}/line-messages',
    caller: 'member',
    summary: 'Be told of own orders by LINE, or not',
  }),
  webhook: endpoint<typeof schema.lineWebhook>({
    method: 'POST',
    path: '/v2/line/webhook',
    caller: 'anyone',
    origin: 'any',
    body: 'raw',
    maxBodyBytes: 256 * 1024,
    summary: 'What people did with the official account, signed by LINE',
  }),
}

/** The words of a touch in the chat, or typed there, that the shop answers. */
export const lineCommands = {
  my_orders: '我的訂單',
  my_groups: '我的團',
  open_groups: '開團中',
  notify_on: '開啟通知',
  notify_off: '關閉通知',
} as const
export type LineCommand = keyof typeof lineCommands
