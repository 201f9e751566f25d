import Type from 'typebox'
import { Done, Id, Messages } from './paging.schema.ts'
import { keyPermissions, type Permission } from './permissions.ts'

const KeyPermissions = Type.Array(Type.Enum([...keyPermissions] as [Permission, ...Permission[]]), {
  minItems: 1,
  uniqueItems: true,
})

export const ApiKey = Type.Object({
  id: Type.String(),
  name: Type.String(),
  /** The first characters of the key. */
  prefix: Type.String(),
  permissions: Type.Array(Type.String()),
  /** The name of the owner who made it. */
  created_by: Type.String(),
  /** Times in epoch seconds. */
  create_at: Type.Integer(),
  ends: Type.Optional(Type.Integer()),
  last_used: Type.Optional(Type.Integer()),
})

export const list = {
  reply: Type.Object({
    success: Type.Literal(true),
    keys: Type.Array(ApiKey),
    messages: Messages,
  }),
}
export const create = {
  data: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 60, pattern: '\\S' }),
    permissions: KeyPermissions,
    /** Epoch seconds; absent: it has no end. */
    ends: Type.Optional(Type.Integer({ minimum: 0, maximum: 32_503_680_000 })),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    /** Shown once. */
    key: Type.String(),
    api_key: ApiKey,
  }),
}
export const revoke = { params: Type.Object({ id: Id }), reply: Done }
