import Type from 'typebox'
import { Done, Id, IdParams, Messages, PageQuery, Pagination, SearchText } from './paging.schema.ts'
import { adminPageSizes } from './paging.ts'
import { shipmentStates, shipmentViews } from './shipment-states.ts'
import { storeChains } from './shipping-kinds.ts'

const StoreLine = Type.Object({
  chain: Type.Enum(storeChains),
  id: Type.String(),
  name: Type.String(),
  address: Type.String(),
})

/** A parcel to a convenience store, or an order that has none yet. Times are epoch seconds. */
export const Shipment = Type.Object({
  /** Of the parcel; of an order without one, that of the order. */
  id: Type.String(),
  order_id: Type.String(),
  number: Type.String(),
  /** The numbers of the other orders in it. */
  along: Type.Optional(Type.Array(Type.String())),
  name: Type.String(),
  store: StoreLine,
  /** Absent of an order without a parcel. */
  state: Type.Optional(Type.Enum(shipmentStates)),
  /** The code by which it is handed in, or the number of the chain. */
  code: Type.Optional(Type.String()),
  /** The words of the provider for its last state. */
  message: Type.Optional(Type.String()),
  /** Why it was not made, or what is the matter; for the owner. */
  fault: Type.Optional(Type.String()),
  create_at: Type.Integer(),
  state_at: Type.Optional(Type.Integer()),
  /** Days of Taipei, `YYYY-MM-DD`. */
  hand_in_until: Type.Optional(Type.String()),
  pick_up_until: Type.Optional(Type.String()),
  printed_at: Type.Optional(Type.Integer()),
  /** In whole NT$, what is collected at the pick-up. */
  collects: Type.Optional(Type.Integer()),
  /** Why that sum is not the one that its order has to pay by now, and what to do. */
  collects_fault: Type.Optional(Type.String()),
  can_cancel: Type.Boolean(),
})

export const ShipmentEvent = Type.Object({
  /** Epoch seconds, by the clock of the provider. */
  at: Type.Integer(),
  /** Absent of a code that the shop does not know. */
  state: Type.Optional(Type.Enum(shipmentStates)),
  code: Type.String(),
  message: Type.String(),
})

export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    view: Type.Optional(Type.Enum([...shipmentViews, ''])),
    chain: Type.Optional(Type.Enum([...storeChains, ''])),
    page_size: Type.Optional(Type.Enum(adminPageSizes)),
    /** Number of an order, code of a parcel, or a name. */
    q: SearchText,
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    shipments: Type.Array(Shipment),
    pagination: Pagination,
    messages: Messages,
    counts: Type.Record(Type.String(), Type.Integer()),
    /** Without an account of logistics nothing can be made. */
    is_on: Type.Boolean(),
    /** The sender of the labels is missing. */
    needs_sender: Type.Optional(Type.Literal(true)),
  }),
}

export const ofOrder = {
  params: IdParams,
  reply: Type.Object({
    success: Type.Literal(true),
    shipments: Type.Array(
      Type.Object({ ...Shipment.properties, events: Type.Array(ShipmentEvent) }),
    ),
    /** Why a parcel cannot be made now; absent where one can. */
    refusal: Type.Optional(Type.String()),
  }),
}

const Form = Type.Object({
  id: Type.String(),
  number: Type.String(),
  code: Type.String(),
  action: Type.String(),
  fields: Type.Record(Type.String(), Type.String()),
})

export const labels = {
  data: Type.Object({
    ids: Type.Array(Id, { minItems: 1, maxItems: 100 }),
    /** `false`: they are not opened yet, and do not count as printed. */
    is_opened: Type.Optional(Type.Boolean()),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    labels: Type.Array(Form),
    left_out: Type.Array(
      Type.Object({ id: Type.String(), number: Type.String(), reason: Type.String() }),
    ),
  }),
}

export const retry = { params: IdParams, reply: Done }
export const ask = { params: IdParams, reply: Done }
export const cancel = { params: IdParams, reply: Done }

export const chooseStore = {
  params: IdParams,
  data: Type.Object({
    chain: Type.Enum(storeChains),
    store_id: Type.String({ minLength: 1, maxLength: 10 }),
  }),
  reply: Done,
}

export const callback = { reply: Type.Object({}) }
