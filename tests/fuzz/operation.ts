import { Ajv, type ValidateFunction } from 'ajv'
import type { Permission } from '#contract/permissions.ts'
import { closed, type JsonSchema } from './json-schema.ts'

/** One call that the server documents, ready to be generated for and judged by. */
export interface Operation {
  /** Method and path, `{shop}` for the shop's own prefix. */
  name: string
  method: string
  path: string
  /** The caller of the call; `provider` for calls of the identity provider. */
  caller: 'anyone' | 'shopper' | 'member' | 'admin' | 'provider'
  /** One of these lets a role in; `self` for every role, and for calls of no back office. */
  permissions: readonly Permission[] | 'self'
  hasId: boolean
  query: Record<string, JsonSchema>
  /** Null when the body of the call is not read. */
  body: JsonSchema | null
  isUpload: boolean
  /** Whether the document allows this body. */
  takes: ValidateFunction
  /** Whether the document promises this reply to a success. */
  gives: ValidateFunction
}

const ajv = new Ajv({ strict: false })

/** Lists whose entries lack a key are keys of the client's own: the document reads none of them. */
ajv.addKeyword({
  keyword: 'x-other-shapes',
  type: 'object',
  before: 'properties',
  modifying: true,
  validate: (keys: Record<string, string>, data: Record<string, unknown>) => {
    for (const [name, key] of Object.entries(keys)) {
      const list = data[name]
      const isRead =
        Array.isArray(list) && list.every((entry) => Object(entry) === entry && key in entry)
      if (!isRead) delete data[name]
    }
    return true
  },
})

export function createOperation(
  spec: Omit<Operation, 'takes' | 'gives' | 'hasId'> & { reply: JsonSchema },
): Operation {
  const { reply, ...operation } = spec
  return {
    ...operation,
    hasId: /\{(id|code)\}/.test(spec.path),
    takes: ajv.compile(spec.body ?? {}),
    gives: ajv.compile(closed(reply)),
  }
}
