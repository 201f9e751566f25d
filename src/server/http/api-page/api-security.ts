import type { EndpointSpec } from '#contract/endpoint.ts'
import { keyPermissions } from '#contract/permissions.ts'

/** How callers say who they are, as the document names it. */
export const securitySchemes = {
  memberToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The idToken of a member, by accounts:signUp or accounts:signInWithPassword',
  },
  guestCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'shopper',
    description: 'A guest has it from the first write on; over https its name is __Host-shopper',
  },
  adminToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The token of POST /v2/admin/signin, 8 hours; `x-permission` is asked of its role',
  },
  apiKey: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'mm_…',
    description:
      'A key of 設定 → 串接; `x-permission` must be one that it names. RateLimit headers say what is left',
  },
} as const

type Requirement = Partial<Record<keyof typeof securitySchemes, string[]>>

/** One of these lets a caller in; an empty one is a caller without any. */
export function securityOf(endpoint: EndpointSpec): Requirement[] {
  const { caller, permission, isSensitive, token } = endpoint
  const named: readonly string[] = [permission ?? []].flat()
  const isForKeys = !isSensitive && keyPermissions.some((one) => named.includes(one))
  const staff: Requirement[] = [{ adminToken: [] }, ...(isForKeys ? [{ apiKey: [] }] : [])]
  switch (caller) {
    case 'anyone':
      return token === 'admin' ? [{ adminToken: [] }] : []
    case 'shopper':
      return [{}, { guestCookie: [] }, { memberToken: [] }]
    case 'member':
      return [{ memberToken: [] }, ...(permission === undefined ? [] : staff)]
    case 'admin':
      return staff
  }
}
