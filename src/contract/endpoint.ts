import type { Static, TSchema } from 'typebox'

/**
 * Who may call an endpoint.
 * - `anyone`: no identity is looked at.
 * - `shopper`: a member (identity token) or a guest (cookie); the answer is about the caller's own.
 * - `member`: a valid identity token is required.
 * - `admin`: a valid administrator's token is required.
 */
export type CallerKind = 'anyone' | 'shopper' | 'member' | 'admin'

/** The schemas of one endpoint. `data` travels as `{"data": ...}`, `body` as it is. */
export interface EndpointSchema {
  params?: TSchema
  query?: TSchema
  data?: TSchema
  body?: TSchema
  reply: TSchema
}

export interface EndpointSpec {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** `{shop}` stands for `/v2/api/<path of the shop>`; `:name` is a parameter. */
  path: string
  caller: CallerKind
  summary: string
  /** Whose token the web sends along, where that is not told by `caller`. */
  token?: 'admin'
  /** One message for any faulty input, instead of a list with one text a field. */
  invalidMessage?: string
  /** The call may come with any body or none: it is not read. */
  ignoresBody?: boolean
  /** The body is a file upload, read by the handler. */
  multipart?: boolean
}

/** One call of the API. The same object is mounted by the server and called by the web. */
export interface Endpoint<S extends EndpointSchema = EndpointSchema> extends EndpointSpec {
  /** Carries the types of the schemas; never set. */
  readonly schema?: S
}

/** The schemas are named by type only, so that the web does not ship the schema library. */
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
