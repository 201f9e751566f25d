import Type, { type TObject, type TProperties } from 'typebox'
import { campaignStates, groupStates } from './campaign-states.ts'
import { orderStates } from './order-states.ts'
import type { WebhookEvent } from './webhook-events.ts'

const qty = Type.Integer()
const Pieces = Type.Array(Type.Object({ variant_id: Type.String(), qty }))
/** Amounts are whole NT$, times epoch seconds. */
const ofOrder = (more: TProperties = {}) =>
  Type.Object({
    order_id: Type.String(),
    /** As people read it. */
    number: Type.String(),
    state: Type.Enum(orderStates),
    payment_state: Type.Enum(['unpaid', 'paid']),
    total: Type.Integer(),
    group_id: Type.Optional(Type.String()),
    create_at: Type.Integer(),
    ...more,
  })
const OfInvoice = Type.Object({
  order_id: Type.String(),
  invoice_id: Type.String(),
  invoice_number: Type.Union([Type.String(), Type.Null()]),
  amount: Type.Integer(),
})
const OfCampaign = Type.Object({
  campaign_id: Type.String(),
  state: Type.Enum(campaignStates),
})
const OfGroup = Type.Object({
  group_id: Type.String(),
  campaign_id: Type.String(),
  state: Type.Enum(groupStates),
})

/** The `data` of each event; its body is `{ type, timestamp, data }`. */
export const webhookData: Record<WebhookEvent | 'webhook.test', TObject> = {
  'order.placed': ofOrder(),
  'order.changed': ofOrder(),
  'order.paid': ofOrder(),
  /** `amount`: what a change had added to its price. */
  'order.balance_paid': ofOrder({ amount: Type.Integer() }),
  'order.unpaid': ofOrder(),
  'order.cancelled': ofOrder(),
  'order.shipped': ofOrder({ parcel_id: Type.String(), pieces: Pieces }),
  /** `until`: the last day, `YYYY-MM-DD` of Taipei. */
  'order.at_store': ofOrder({ until: Type.String() }),
  'order.delivered': ofOrder(),
  'order.completed': ofOrder(),
  'order.returned': ofOrder({ refund: Type.Integer(), to_stock: Pieces }),
  'refund.done': ofOrder({ amount: Type.Integer() }),
  'payment.failed': ofOrder({ amount: Type.Integer() }),
  'invoice.issued': OfInvoice,
  'invoice.voided': OfInvoice,
  'allowance.issued': OfInvoice,
  'campaign.opened': OfCampaign,
  'campaign.ended': OfCampaign,
  'campaign.cancelled': OfCampaign,
  'group.reached': OfGroup,
  'group.fell_short': OfGroup,
  'group.succeeded': OfGroup,
  'group.failed': OfGroup,
  'group.cancelled': OfGroup,
  /** Without numbers: it is not counted any more, and sells without limit. */
  'stock.changed': Type.Object({
    variant_id: Type.String(),
    on_hand: Type.Union([Type.Integer(), Type.Null()]),
    held: Type.Integer(),
    available: Type.Union([Type.Integer(), Type.Null()]),
  }),
  'webhook.test': Type.Object({ webhook_id: Type.String() }),
}

export const webhookBody = (type: keyof typeof webhookData) =>
  Type.Object({
    type: Type.Literal(type),
    /** When it happened, ISO 8601. */
    timestamp: Type.String(),
    data: webhookData[type],
  })
