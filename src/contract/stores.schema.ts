import Type from 'typebox'
import { storeChains } from './shipping-kinds.ts'

const Chain = Type.Enum(storeChains)

export const Store = Type.Object({
  chain: Chain,
  id: Type.String(),
  name: Type.String(),
  county: Type.String(),
  district: Type.String(),
  address: Type.String(),
  tel: Type.String(),
})

export const StoreChoice = Type.Object({ store_token: Type.String(), store: Store })

export const list = {
  query: Type.Object({
    chain: Chain,
    county: Type.Optional(Type.String({ maxLength: 20 })),
    district: Type.Optional(Type.String({ maxLength: 20 })),
    /** A part of the name or of the address, or the beginning of the number. */
    q: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    stores: Type.Array(Store),
    /** There are more than these. */
    is_capped: Type.Optional(Type.Literal(true)),
  }),
}

export const readChoice = {
  reply: Type.Object({
    success: Type.Literal(true),
    choice: Type.Optional(StoreChoice),
    /** The last used first. */
    recent: Type.Array(Store),
  }),
}

export const choose = {
  data: Type.Object({ chain: Chain, store_id: Type.String({ minLength: 1, maxLength: 10 }) }),
  reply: Type.Object({ success: Type.Literal(true), ...StoreChoice.properties }),
}

export const openMap = {
  data: Type.Object({
    chain: Chain,
    /** Only stores that take money for a parcel. */
    collects: Type.Boolean(),
    is_mobile: Type.Boolean(),
    /** The page to come back to, as it stands in the address bar behind the host. */
    back: Type.String({ maxLength: 300, pattern: '^/(?:[^/\\\\\\s][^\\\\\\s]*)?$' }),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    action: Type.String(),
    fields: Type.Record(Type.String(), Type.String()),
  }),
}

export const mapReply = { reply: Type.Object({}) }
