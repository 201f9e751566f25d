import Type from 'typebox'
import { StaffName } from './account.schema.ts'
import { Done, Id, PageQuery, Pagination } from './paging.schema.ts'
import { type Role, roles } from './permissions.ts'

const RoleInput = Type.Enum([...roles] as [Role, ...Role[]])

export const StaffMember = Type.Object({
  uid: Type.String(),
  username: Type.String(),
  name: Type.String(),
  role: Type.Enum(roles),
  is_disabled: Type.Boolean(),
  has_totp: Type.Boolean(),
  /** Of the last session; epoch seconds. */
  last_used: Type.Optional(Type.Integer()),
})
export const Invitation = Type.Object({
  id: Type.String(),
  email: Type.String(),
  role: Type.Enum(roles),
  create_at: Type.Integer(),
  expires_at: Type.Integer(),
})

export const list = {
  query: PageQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    staff: Type.Array(StaffMember),
    invitations: Type.Array(Invitation),
    pagination: Pagination,
  }),
}
const params = Type.Object({ uid: Id })
export const update = {
  params,
  data: Type.Object({
    name: Type.Optional(StaffName),
    role: Type.Optional(RoleInput),
    is_disabled: Type.Optional(Type.Boolean()),
  }),
  reply: Done,
}
export const remove = { params, reply: Done }
export const endSessions = { params, reply: Done }
export const resetTotp = { params, reply: Done }

const Invited = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  invitation: Invitation,
  /** Only in a shop without an SMTP server; shown once. */
  link: Type.Optional(Type.String()),
})
export const invite = {
  data: Type.Object({
    email: Type.String({
      maxLength: 254,
      pattern: '^[^\\s@<>",;:]+@[^\\s@<>",;:.]+(?:\\.[^\\s@<>",;:.]+)+$',
    }),
    role: RoleInput,
  }),
  reply: Invited,
}
const invitationParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) })
export const inviteAgain = { params: invitationParams, reply: Invited }
export const withdraw = { params: invitationParams, reply: Done }

export const accept = {
  data: Type.Object({
    code: Type.String({ maxLength: 1_024 }),
    name: StaffName,
    password: Type.String({ maxLength: 1_024 }),
  }),
  reply: Done,
}
