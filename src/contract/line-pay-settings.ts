import { endpoint } from './endpoint.ts'
import type * as schema from './line-pay-settings.schema.ts'

/** The account of LINE Pay; `version` as in `adminSettingsApi`. */
export const linePaySettingsApi = {
  read: endpoint<typeof schema.readLinePay>({
    method: 'GET',
    path: '{shop}/admin/settings/line-pay',
    caller: 'admin',
    permission: 'setting.write',
    shows: ['setting'],
    summary: 'The account of LINE Pay, with the last four characters of its secret',
  }),
  update: endpoint<typeof schema.updateLinePay>({
    method: 'PUT',
    path: '{shop}/admin/settings/line-pay',
    caller: 'admin',
    permission: 'setting.write',
    isSensitive: true,
    action: 'setting.update',
    summary: 'Change the account of LINE Pay, or switch it off',
  }),
  test: endpoint<typeof schema.testLinePay>({
    method: 'POST',
    path: '{shop}/admin/settings/line-pay/test',
    caller: 'admin',
    permission: 'setting.write',
    action: 'setting.test_line_pay',
    changes: [],
    summary: 'Ask LINE Pay for a payment that does not exist, to prove the keys; nothing is saved',
  }),
}
