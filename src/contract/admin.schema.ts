import Type from 'typebox'
import { Done } from './paging.schema.ts'
import { permissions, roles } from './permissions.ts'

export const signIn = {
  body: Type.Object(
    {
      username: Type.String({ maxLength: 320 }),
      password: Type.String({ maxLength: 1_024 }),
      /** Of the second factor, or a recovery code; asked for where the account has one. */
      code: Type.Optional(Type.String({ maxLength: 100 })),
    },
    { additionalProperties: true },
  ),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    uid: Type.String(),
    token: Type.String(),
    /** Epoch milliseconds. */
    expired: Type.Integer(),
  }),
}
export const createFirst = {
  data: Type.Object({
    code: Type.String({ maxLength: 1_024 }),
    /** An e-mail address. */
    username: Type.String({ maxLength: 320 }),
    password: Type.String({ maxLength: 1_024 }),
  }),
  reply: signIn.reply,
}
export const check = {
  reply: Type.Object({
    success: Type.Literal(true),
    uid: Type.String(),
    /** The account, to sign in again with. */
    username: Type.String(),
    name: Type.String(),
    role: Type.Enum(roles),
    permissions: Type.Array(Type.Enum(permissions)),
    has_totp: Type.Boolean(),
    /** It has to be turned on before anything else can be done. */
    needs_totp: Type.Boolean(),
  }),
}
export const logout = { reply: Done }

export const requestReset = {
  data: Type.Object({ username: Type.String({ minLength: 1, maxLength: 320 }) }),
  reply: Done,
}

const code = Type.String({ maxLength: 1_024 })

export const readResetCode = {
  data: Type.Object({ code }),
  reply: Type.Object({ success: Type.Literal(true), username: Type.String() }),
}
export const resetPassword = {
  data: Type.Object({ code, password: Type.String({ maxLength: 1_024 }) }),
  reply: Done,
}

export const confirm = {
  data: Type.Object({
    password: Type.String({ maxLength: 1_024 }),
    code: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    /** Epoch seconds. */
    confirmed_until: Type.Integer(),
  }),
}
