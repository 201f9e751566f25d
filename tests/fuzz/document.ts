import type { Permission } from '#contract/permissions.ts'
import type { JsonSchema } from './json-schema.ts'
import { createOperation, type Operation } from './operation.ts'

interface DocumentedCall {
  tags?: string[]
  'x-permission'?: Permission | Permission[] | 'self'
  parameters?: { in: string; name: string; schema: JsonSchema }[]
  requestBody?: { content: Record<string, { schema: JsonSchema }> }
  responses: Record<string, { content?: Record<string, { schema: JsonSchema }> }>
}

interface OpenApiDocument {
  paths: Record<string, Record<string, DocumentedCall>>
}

export const shopPrefix = '/v2/api/shopping-minmin'
/** Answered by text or a redirect, whatever comes, or the identity provider's, which has a list of its own. */
const callbackPath = /^\/v2\/(gateway|line|logistics|identity)\/|^\/(identitytoolkit|securetoken)\./
/** A stream that stays open: its own tests read it. */
const streamEnd = '/events'
const json = 'application/json'

/** All operations of the shop, as the running server documents them. */
export async function readOperations(address: string): Promise<Operation[]> {
  const response = await fetch(`${address}/openapi.json`)
  const { paths } = (await response.json()) as OpenApiDocument
  const ofShop = Object.entries(paths).filter(
    ([path]) => !callbackPath.test(path) && !path.endsWith(streamEnd),
  )
  return ofShop.flatMap(([path, calls]) =>
    Object.entries(calls).map(([method, call]) => toOperation(path, method.toUpperCase(), call)),
  )
}

function toOperation(path: string, method: string, call: DocumentedCall): Operation {
  const parameters = (call.parameters ?? []).filter((parameter) => parameter.in === 'query')
  const reply = call.responses['200']?.content?.[json]?.schema
  const name = `${method} ${path.replace(shopPrefix, '{shop}')}`
  for (const status of ['4XX', '5XX']) {
    if (!call.responses[status]) throw new Error(`${name} documents no ${status}`)
  }
  if (!reply) throw new Error(`${name} documents no reply`)
  const caller = callerOf(call, name)
  // A member needs none; staff may make some of their calls, with one.
  const permission = call['x-permission'] ?? (caller === 'admin' ? undefined : 'self')
  if (!permission) throw new Error(`${name} documents no permission`)
  return createOperation({
    name,
    method,
    path,
    caller,
    permissions: permission === 'self' ? permission : [permission].flat(),
    query: Object.fromEntries(parameters.map((parameter) => [parameter.name, parameter.schema])),
    body: call.requestBody?.content[json]?.schema ?? null,
    isUpload: path.endsWith('/upload'),
    reply,
  })
}

function callerOf({ tags = [] }: DocumentedCall, name: string): Operation['caller'] {
  const caller = (['anyone', 'shopper', 'member', 'admin'] as const).find((kind) =>
    tags.includes(kind),
  )
  if (!caller) throw new Error(`${name} does not document who may call it`)
  return caller
}
