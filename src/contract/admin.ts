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
  check: endpoint<typeof schema.check>({
    method: 'POST',
    path: '/v2/api/user/check',
    caller: 'anyone',
    token: 'admin',
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
}
