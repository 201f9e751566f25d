import Type, { type TSchema } from 'typebox'
import { Id, IdParams } from './paging.schema.ts'
import { maxWeight } from './product-limits.ts'
import {
  maxFee,
  maxMethods,
  maxPlaces,
  maxSteps,
  methodKinds,
  outlyingModes,
  shippingKinds,
  shippingReasons,
  stepUnits,
  storeChains,
  temperatures,
} from './shipping-kinds.ts'

const line = '^[^\\u0000-\\u001f\\u007f]*$'
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
/** In whole NT$. */
const Fee = Type.Integer({ minimum: 0, maximum: maxFee })

/** Where goods can be picked up; hours as people read them, empty: none are told. */
export const PickupPlace = Type.Object({
  id: Type.String(),
  name: Type.String(),
  address: Type.String(),
  hours: Type.String(),
})

/** Fees by the grams or pieces of the basket; `up_to` null: without a bound, of the last one only. */
export const FeeSteps = Type.Object({
  by: Type.Enum(stepUnits),
  rows: Type.Array(
    Type.Object({ up_to: orNull(Type.Integer({ minimum: 1, maximum: 10_000_000 })), fee: Fee }),
    { minItems: 1, maxItems: maxSteps },
  ),
})

/** Of outlying islands: `amount` is added to the fee, also where that is free. */
export const Outlying = Type.Object({
  mode: Type.Enum(outlyingModes),
  amount: Type.Optional(Fee),
})

const sums = {
  fee: Fee,
  /** From which discounted sum on `fee` or its step is not charged; null: from none. */
  free_over: orNull(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  steps: Type.Optional(FeeSteps),
  outlying: Outlying,
}

/** A method as shoppers may choose it. */
export const ShippingMethod = Type.Object({
  id: Type.String(),
  kind: Type.Enum(methodKinds),
  name: Type.String(),
  ...sums,
  /** Whether it may be paid when it is picked up. */
  cod: Type.Boolean(),
  /** Of the goods that it carries. */
  temperatures: Type.Array(Type.Enum(temperatures)),
  chains: Type.Optional(Type.Array(Type.Enum(storeChains))),
  places: Type.Optional(Type.Array(PickupPlace)),
})

export const list = {
  reply: Type.Object({ success: Type.Literal(true), methods: Type.Array(ShippingMethod) }),
}

const name = Type.String({ minLength: 1, maxLength: 20, pattern: line })

/** Null: without a bound, but for those that chains of stores have of themselves. */
const bounds = {
  max_weight_g: orNull(Type.Integer({ minimum: 1, maximum: maxWeight })),
  /** The three sides of a piece together. */
  max_sides_mm: orNull(Type.Integer({ minimum: 1, maximum: 30_000 })),
  /** Of the charge of an order, in whole NT$. */
  max_amount: orNull(Type.Integer({ minimum: 1, maximum: 10_000_000 })),
}

const carried = {
  temperatures: Type.Array(Type.Enum(temperatures), { minItems: 1, uniqueItems: true }),
  /** Goods of different temperatures may be in one order. */
  mixes: Type.Boolean(),
}

/** A method as the back office keeps it. */
export const AdminShippingMethod = Type.Object({
  ...ShippingMethod.properties,
  ...bounds,
  ...carried,
  is_on: Type.Boolean(),
  version: Type.Integer(),
})

/** Without an id a place is a new one. */
const PlaceInput = Type.Object({
  id: Type.Optional(Type.String({ maxLength: 100 })),
  name: Type.String({ minLength: 1, maxLength: 40, pattern: line }),
  address: Type.String({ minLength: 1, maxLength: 200, pattern: line }),
  hours: Type.String({ maxLength: 100, pattern: line }),
})

const methodInput = {
  kind: Type.Enum(methodKinds),
  name,
  ...sums,
  ...bounds,
  ...carried,
  cod: Type.Boolean(),
  is_on: Type.Boolean(),
  chains: Type.Optional(Type.Array(Type.Enum(storeChains), { minItems: 1, uniqueItems: true })),
  places: Type.Optional(Type.Array(PlaceInput, { minItems: 1, maxItems: maxPlaces })),
}

const Methods = Type.Object({
  success: Type.Literal(true),
  methods: Type.Array(AdminShippingMethod),
})
const SavedMethod = Type.Object({
  success: Type.Literal(true),
  message: Type.String(),
  method: AdminShippingMethod,
})

export const adminList = { reply: Methods }
export const adminCreate = { data: Type.Object(methodInput), reply: SavedMethod }
export const adminUpdate = {
  params: IdParams,
  data: Type.Object({
    ...methodInput,
    /** That of the method as it was read; another one since then is a conflict. */
    version: Type.Integer({ minimum: 0, maximum: 2_000_000_000 }),
  }),
  reply: SavedMethod,
}
export const adminRemove = {
  params: IdParams,
  reply: Type.Object({ success: Type.Literal(true), message: Type.String() }),
}
export const adminOrder = {
  data: Type.Object({ ids: Type.Array(Id, { maxItems: maxMethods }) }),
  reply: Type.Object({ ...Methods.properties, message: Type.String() }),
}

/** The methods for a basket; one that is not offered has a reason to show, and no fee. */
export const ShippingOffer = Type.Object({
  methods: Type.Array(
    Type.Object({
      id: Type.String(),
      kind: Type.Enum(methodKinds),
      name: Type.String(),
      cod: Type.Boolean(),
      is_offered: Type.Boolean(),
      fee: Type.Optional(Type.Integer()),
      reason: Type.Optional(Type.String()),
      reason_code: Type.Optional(Type.Enum(shippingReasons)),
    }),
  ),
  /** The one that fee and charge beside it are of; absent where none is offered. */
  chosen: Type.Optional(Type.String()),
})

/**
 * Where a basket would go, and by which method; `county` and `district` of an address, for home
 * methods.
 */
export const ShippingQuery = Type.Object({
  shipping_method: Type.Optional(Type.String({ maxLength: 100 })),
  county: Type.Optional(Type.String({ maxLength: 10 })),
  district: Type.Optional(Type.String({ maxLength: 10 })),
  /** The store that the caller has chosen, for store methods. */
  store_token: Type.Optional(Type.String({ maxLength: 100 })),
})

/** The method of an order, and the fee that the shopper was shown. */
export const ShippingChoice = Type.Object({
  method_id: Id,
  /** Of a home method, where it is not in `user`. */
  address: Type.Optional(Type.String({ maxLength: 500 })),
  /** Of a store method. */
  store_token: Type.Optional(Type.String({ maxLength: 100 })),
  /** Of a pick-up method. */
  place_id: Type.Optional(Type.String({ maxLength: 100 })),
  /** In whole NT$: with another one the order is refused. */
  fee: Type.Optional(Type.Integer()),
})

/** A convenience store, as an order keeps it. */
export const ChosenStore = Type.Object({
  chain: Type.Enum(storeChains),
  id: Type.String(),
  name: Type.String(),
  address: Type.String(),
  tel: Type.String(),
})

/** How an order is delivered, as it was when it was made. */
export const OrderShipping = Type.Object({
  kind: Type.Enum(shippingKinds),
  name: Type.String(),
  /** In whole NT$. */
  fee: Type.Integer(),
  store: Type.Optional(ChosenStore),
  place: Type.Optional(
    Type.Object({ name: Type.String(), address: Type.String(), hours: Type.String() }),
  ),
})
