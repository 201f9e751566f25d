import type { Static, TSchema } from 'typebox'
import type { AuditAction } from './audit.ts'
import type { Permission } from './permissions.ts'

/**
 * Callers that an endpoint admits.
 * - `anyone`: no identity is looked at.
 * - `shopper`: a member (identity token) or a guest (cookie); the answer is about the caller's own.
 * - `member`: a valid identity token is required; with a permission, staff of a role that has it may
 *   call as well.
 * - `admin`: a valid administrator's token is required, of a role with the named permission;
 *   `self` is for what concerns the administrator alone, and open to every role. Of a list, one
 *   permission lets the caller in and the handler asks for the rest. Each write names the action
 *   under which the audit log records it.
 */
export type EndpointAccess =
  | ({
      caller: 'admin'
      permission: Permission | 'self' | readonly [Permission, Permission, ...Permission[]]
      /** Needs a proof of password, and of the second factor, within the last 15 minutes. */
      isSensitive?: true
      /** Also for an account that still has to turn its second factor on. */
      isForAccount?: true
      origin?: 'own'
    } & ({ method: 'GET'; action?: never } | { method: WriteMethod; action: AuditAction }))
  | {
      caller: 'member'
      permission: Permission
      action?: never
      isSensitive?: never
      isForAccount?: never
      origin?: 'own'
    }
  | {
      caller: 'shopper' | 'member'
      permission?: never
      action?: never
      isSensitive?: never
      isForAccount?: never
      origin?: 'own'
    }
  | {
      caller: 'anyone'
      permission?: never
      action?: never
      isSensitive?: never
      isForAccount?: never
      /** `any`: a write may come from a page of any site, such as a payment gateway's. */
      origin?: 'own' | 'any'
    }

/** How a body is read: strict JSON, the fields of a form, or the bytes as they came. */
export type BodyFormat = 'json' | 'form' | 'raw'

/** Limits of a file upload. Everything beyond them is refused while it is received. */
export interface UploadLimits {
  maxFileBytes: number
  maxFiles: number
}

/** The schemas of one endpoint. `data` travels as `{"data": ...}`, `body` as it is. */
export interface EndpointSchema {
  params?: TSchema
  query?: TSchema
  data?: TSchema
  body?: TSchema
  reply: TSchema
}

/** The kinds of things that writes change: `order` of `order.ship`. */
export type Subject = AuditAction extends `${infer S}.${string}` ? S : never

/** A change of one of these may be one of an order. */
export const subjectsOfOrders: readonly Subject[] = [
  'order',
  'return',
  'refund',
  'payment',
  'campaign',
  'group',
]
/** A change of one of these may be one of a campaign. */
export const subjectsOfCampaigns: readonly Subject[] = [
  'campaign',
  'group',
  'commission',
  'order',
  'refund',
  'product',
]

type WriteMethod = 'POST' | 'PUT' | 'DELETE'

interface EndpointBase {
  method: 'GET' | WriteMethod
  /** `{shop}` stands for `/v2/api/<path of the shop>`; `:name` is a parameter. */
  path: string
  summary: string
  /**
   * `?access=` acts for the guest whose order `:id` is: the token of the link to it. `mailed`: that of
   * the look-up, by a number and a telephone that others may know, is too little.
   */
  takesAccess?: true | 'mailed'
  /** Of a shopper's write: refused while the shop is closed. */
  needsOpenShop?: true
  /** Of a read: it may answer otherwise after a change of one of these. */
  shows?: readonly Subject[]
  /** Of a write: what it changes, if not the subject of its action alone. */
  changes?: readonly Subject[]
  /** The identity whose token the web sends, where it does not follow from `caller`. */
  token?: 'admin'
  /** One message for any faulty input, instead of a list with one text a field. */
  invalidMessage?: string
  /** Without it the body is JSON. */
  body?: BodyFormat
  /** Without it a body may have 1 MB. */
  maxBodyBytes?: number
  /** The call may come with any body or none: it is not read. */
  ignoresBody?: boolean
  /** The body is a form of files, read by the handler within these limits. */
  upload?: UploadLimits
}

export type EndpointSpec = EndpointBase & EndpointAccess

/** One call of the API. The same object is mounted by the server and called by the web. */
export type Endpoint<S extends EndpointSchema = EndpointSchema> = EndpointSpec & {
  /** Carries the types of the schemas; never set. */
  readonly schema?: S
}

/** The schemas are named by type only, so that the web does not ship the schema library. */
// @__NO_SIDE_EFFECTS__: the web drops the endpoints that it never calls.
/* @__NO_SIDE_EFFECTS__ */
export function endpoint<S extends EndpointSchema>(spec: EndpointSpec): Endpoint<S> {
  return spec
}

type Part<S extends EndpointSchema, K extends keyof EndpointSchema> = S[K] extends TSchema
  ? { [P in K]: Static<S[K]> }
  : unknown

/** Parameters, query and body of an endpoint, as one object. */
export type EndpointInput<S extends EndpointSchema> = Part<S, 'params'> &
  Part<S, 'query'> &
  Part<S, 'data'> &
  Part<S, 'body'>

export type EndpointReply<S extends EndpointSchema> = Static<S['reply']>

/** The query key that all queries of one endpoint begin with. */
export function endpointKey(endpoint: Endpoint): readonly [string] {
  return [`${endpoint.method} ${endpoint.path}`]
}

/** The query key of one read: the caches of web and server know its reply by it. */
export function readKey(endpoint: Endpoint, input: unknown): readonly [string, unknown] {
  return [...endpointKey(endpoint), input]
}
