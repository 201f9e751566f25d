import type { Static } from 'typebox'
import type * as schema from './account.schema.ts'
import { endpoint } from './endpoint.ts'

export type Account = Static<typeof schema.Account>
export type AccountSession = Static<typeof schema.Session>

const path = '{shop}/admin/me'
const own = { caller: 'admin', permission: 'self', isForAccount: true } as const

/** An administrator's own account: open to every role, and about the caller alone. */
export const accountApi = {
  read: endpoint<typeof schema.read>({
    method: 'GET',
    path,
    ...own,
    shows: ['account'],
    summary: "The caller's own account",
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path,
    ...own,
    action: 'account.update',
    summary: 'Change the own name, or the password, which ends all sessions',
  }),
  sessions: endpoint<typeof schema.sessions>({
    method: 'GET',
    path: `${path}/sessions`,
    ...own,
    shows: ['account'],
    summary: 'The own sessions, the last used first',
  }),
  endSession: endpoint<typeof schema.endSession>({
    method: 'DELETE',
    path: `${path}/session/:id`,
    ...own,
    action: 'account.end_session',
    summary: 'End one of the own sessions',
    ignoresBody: true,
  }),
  endOtherSessions: endpoint<typeof schema.endOtherSessions>({
    method: 'DELETE',
    path: `${path}/sessions/others`,
    ...own,
    action: 'account.end_other_sessions',
    summary: 'End all own sessions but this one',
    ignoresBody: true,
  }),
  beginTotp: endpoint<typeof schema.beginTotp>({
    method: 'POST',
    path: `${path}/totp`,
    ...own,
    isSensitive: true,
    action: 'account.begin_totp',
    summary: 'Make a key for the second factor; it is off until a code was typed',
    ignoresBody: true,
  }),
  enableTotp: endpoint<typeof schema.enableTotp>({
    method: 'PUT',
    path: `${path}/totp`,
    ...own,
    action: 'account.enable_totp',
    summary: 'Turn the second factor on with a code of the new key',
  }),
  disableTotp: endpoint<typeof schema.disableTotp>({
    method: 'DELETE',
    path: `${path}/totp`,
    ...own,
    action: 'account.disable_totp',
    summary: 'Turn the own second factor off with password and code',
  }),
  renewRecoveryCodes: endpoint<typeof schema.renewRecoveryCodes>({
    method: 'POST',
    path: `${path}/recovery-codes`,
    ...own,
    action: 'account.renew_recovery_codes',
    summary: 'Make new recovery codes in place of the ones before',
  }),
}
