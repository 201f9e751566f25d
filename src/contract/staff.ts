import type { Static } from 'typebox'
import { endpoint } from './endpoint.ts'
import type * as schema from './staff.schema.ts'

export type StaffMember = Static<typeof schema.StaffMember>
export type Invitation = Static<typeof schema.Invitation>

const path = '{shop}/admin/staff'
const managed = { caller: 'admin', permission: 'staff.manage' } as const
const sensitive = { ...managed, isSensitive: true } as const

/** Management of the staff. The last enabled owner stays one, and nobody changes themselves. */
export const staffApi = {
  list: endpoint<typeof schema.list>({
    method: 'GET',
    path,
    ...managed,
    shows: ['staff'],
    summary: 'One page of the staff, and all open invitations',
  }),
  update: endpoint<typeof schema.update>({
    method: 'PUT',
    path: `${path}/:uid`,
    ...sensitive,
    action: 'staff.update',
    summary: 'Change the name or the role of a person, disable or enable the account',
  }),
  remove: endpoint<typeof schema.remove>({
    method: 'DELETE',
    path: `${path}/:uid`,
    ...sensitive,
    action: 'staff.remove',
    summary: 'Remove the account of a person',
    ignoresBody: true,
  }),
  endSessions: endpoint<typeof schema.endSessions>({
    method: 'DELETE',
    path: `${path}/:uid/sessions`,
    ...sensitive,
    action: 'staff.end_sessions',
    summary: 'End all sessions of a person',
    ignoresBody: true,
  }),
  resetTotp: endpoint<typeof schema.resetTotp>({
    method: 'DELETE',
    path: `${path}/:uid/totp`,
    ...sensitive,
    action: 'staff.reset_totp',
    summary: 'Turn the second factor of a person off, and end their sessions',
    ignoresBody: true,
  }),
  invite: endpoint<typeof schema.invite>({
    method: 'POST',
    path: `${path}/invitation`,
    ...sensitive,
    action: 'staff.invite',
    summary: 'Invite an address for a role by mail; an invitation before it is replaced',
  }),
  inviteAgain: endpoint<typeof schema.inviteAgain>({
    method: 'POST',
    path: `${path}/invitation/:id`,
    ...sensitive,
    action: 'staff.invite_again',
    summary: 'Send an invitation again, with a new code',
    ignoresBody: true,
  }),
  withdraw: endpoint<typeof schema.withdraw>({
    method: 'DELETE',
    path: `${path}/invitation/:id`,
    ...sensitive,
    action: 'staff.withdraw_invitation',
    summary: 'Withdraw an invitation',
    ignoresBody: true,
  }),
}

export const invitationApi = {
  accept: endpoint<typeof schema.accept>({
    method: 'POST',
    path: '/v2/admin/invitation',
    caller: 'anyone',
    summary: 'Make the account that an invitation is for',
  }),
}
