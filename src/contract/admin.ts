import type * as schema from './admin.schema.ts'
import { endpoint } from './endpoint.ts'

/** The administrator's session. check and logout decide themselves how they answer a bad token. */
export const adminSessionApi = {
  signIn: endpoint<typeof schema.signIn>({
    method: 'POST',
    path: '/v2/admin/signin',
    caller: 'anyone',
    summary: 'Sign an administrator in',
  }),
  createFirst: endpoint<typeof schema.createFirst>({
    method: 'POST',
    path: '/v2/admin/first',
    caller: 'anyone',
    summary: 'Make the first administrator with the code that the start printed, and sign in',
  }),
  check: endpoint<typeof schema.check>({
    method: 'POST',
    path: '/v2/api/user/check',
    caller: 'anyone',
    token: 'admin',
    shows: ['account'],
    summary: "Tell whether the administrator's token is valid",
    ignoresBody: true,
  }),
  logout: endpoint<typeof schema.logout>({
    method: 'POST',
    path: '/v2/logout',
    caller: 'anyone',
    token: 'admin',
    summary: "End the administrator's session",
    ignoresBody: true,
  }),
  confirm: endpoint<typeof schema.confirm>({
    method: 'POST',
    path: '/v2/admin/confirm',
    caller: 'admin',
    permission: 'self',
    isForAccount: true,
    action: 'account.confirm',
    summary: 'Prove password and code again, for what asks for a recent proof',
  }),
}

/** Characters of an administrator's password. */
export const minAdminPasswordLength = 8

/**
 * A forgotten password of an administrator. The mail's code stands in the body of each call, never
 * in an address.
 */
export const adminPasswordApi = {
  requestReset: endpoint<typeof schema.requestReset>({
    method: 'POST',
    path: '/v2/admin/password/request',
    caller: 'anyone',
    summary: 'Ask for a mail to reset the password; the answer is the same for every name',
  }),
  readResetCode: endpoint<typeof schema.readResetCode>({
    method: 'POST',
    path: '/v2/admin/password/code',
    caller: 'anyone',
    summary: 'Tell whose password the code of a mail resets',
  }),
  resetPassword: endpoint<typeof schema.resetPassword>({
    method: 'POST',
    path: '/v2/admin/password/reset',
    caller: 'anyone',
    summary: 'Set a new password with the code of a mail, and end all sessions',
  }),
}
