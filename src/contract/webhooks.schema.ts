import Type from 'typebox'
import { Done, Id, Messages, PageQuery, Pagination } from './paging.schema.ts'
import { type WebhookEvent, webhookEvents } from './webhook-events.ts'

const Events = Type.Array(Type.Enum([...webhookEvents] as [WebhookEvent, ...WebhookEvent[]]), {
  minItems: 1,
  uniqueItems: true,
})
const Url = Type.String({ minLength: 1, maxLength: 2_000 })

/** Times in epoch seconds. */
export const Webhook = Type.Object({
  id: Type.String(),
  url: Type.String(),
  events: Type.Array(Type.String()),
  is_on: Type.Boolean(),
  create_at: Type.Integer(),
  /** Events that are not delivered yet. */
  waiting: Type.Integer(),
  /** Absent while the last delivery went well. */
  failing_since: Type.Optional(Type.Integer()),
  /** When the shop switched it off, after a week of failures. */
  off_at: Type.Optional(Type.Integer()),
})

export const WebhookDelivery = Type.Object({
  /** As in the header `webhook-id`. */
  id: Type.String(),
  type: Type.String(),
  create_at: Type.Integer(),
  state: Type.Enum(['waiting', 'delivered', 'failed']),
  attempts: Type.Integer(),
  next_at: Type.Optional(Type.Integer()),
  tried_at: Type.Optional(Type.Integer()),
  /** Of the last answer; `error` says why there was none. */
  status: Type.Optional(Type.Integer()),
  answer: Type.Optional(Type.String()),
  error: Type.Optional(Type.String()),
  ms: Type.Optional(Type.Integer()),
  /** As it was sent. */
  body: Type.String(),
})

const params = Type.Object({ id: Id })
const Changed = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  webhook: Webhook,
})

export const list = {
  reply: Type.Object({
    success: Type.Literal(true),
    webhooks: Type.Array(Webhook),
    messages: Messages,
  }),
}
export const create = {
  data: Type.Object({ url: Url, events: Events }),
  reply: Type.Object({
    ...Changed.properties,
    /** `whsec_` and the key of the signatures in base64; shown once. */
    secret: Type.String(),
  }),
}
export const update = {
  params,
  data: Type.Object({
    url: Type.Optional(Url),
    events: Type.Optional(Events),
    is_on: Type.Optional(Type.Boolean()),
  }),
  reply: Changed,
}
export const remove = { params, reply: Done }
export const test = {
  params,
  reply: Type.Object({
    success: Type.Literal(true),
    message: Type.String(),
    delivery: WebhookDelivery,
  }),
}
export const resend = {
  params,
  data: Type.Object({
    /** One delivery; absent: all that wait. */
    delivery: Type.Optional(Id),
  }),
  reply: Done,
}
export const deliveries = {
  params,
  query: PageQuery,
  reply: Type.Object({
    success: Type.Literal(true),
    deliveries: Type.Array(WebhookDelivery),
    pagination: Pagination,
    messages: Messages,
  }),
}
