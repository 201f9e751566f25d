import Type from 'typebox'
import { Done } from './paging.schema.ts'

export const signIn = {
  body: Type.Object(
    { username: Type.String({ maxLength: 320 }), password: Type.String({ maxLength: 1_024 }) },
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
export const check = {
  reply: Type.Object({ success: Type.Literal(true), uid: Type.String() }),
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
