import Type from 'typebox'
import { Done } from './paging.schema.ts'
import { roles } from './permissions.ts'

const Password = Type.String({ maxLength: 1_024 })
const Code = Type.String({ maxLength: 100 })
export const StaffName = Type.String({
  minLength: 1,
  maxLength: 30,
  pattern: '^[^\\u0000-\\u001f\\u007f]+$',
})

export const Account = Type.Object({
  uid: Type.String(),
  username: Type.String(),
  /** Empty where none was given. */
  name: Type.String(),
  role: Type.Enum(roles),
  has_totp: Type.Boolean(),
  recovery_codes_left: Type.Integer(),
})
export const read = { reply: Type.Object({ success: Type.Literal(true), me: Account }) }
export const update = {
  data: Type.Object({
    name: Type.Optional(StaffName),
    password: Type.Optional(Password),
    /** The one of now, which a new one asks for. */
    old_password: Type.Optional(Password),
  }),
  reply: Type.Object({ success: Type.Literal(true), message: Type.String(), me: Account }),
}

export const Session = Type.Object({
  id: Type.String(),
  /** The browser's own description. */
  device: Type.String(),
  /** An IPv4 /24 or an IPv6 /48; empty for a session of the version before. */
  network: Type.String(),
  create_at: Type.Integer(),
  last_used: Type.Integer(),
  is_current: Type.Boolean(),
})
export const sessions = {
  reply: Type.Object({ success: Type.Literal(true), sessions: Type.Array(Session) }),
}
export const endSession = {
  params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Done,
}
export const endOtherSessions = { reply: Done }

export const beginTotp = {
  reply: Type.Object({
    success: Type.Literal(true),
    /** In base32, for typing. */
    secret: Type.String(),
    /** `otpauth://...`, for the QR code. */
    uri: Type.String(),
  }),
}
const RecoveryCodes = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  /** Shown once. */
  recovery_codes: Type.Array(Type.String()),
})
export const enableTotp = { data: Type.Object({ code: Code }), reply: RecoveryCodes }
export const renewRecoveryCodes = { data: Type.Object({ code: Code }), reply: RecoveryCodes }
export const disableTotp = {
  data: Type.Object({ password: Password, code: Code }),
  reply: Done,
}
