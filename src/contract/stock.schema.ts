import Type from 'typebox'
import { CoercedInteger } from './catalog.schema.ts'
import {
  Done,
  Id,
  IdOrNone,
  IdParams,
  Messages,
  PageQuery,
  Pagination,
  SortQuery,
} from './paging.schema.ts'
import { maxCountedLines, maxOnHand, movementKinds } from './stock-rules.ts'

const OnHand = CoercedInteger({ minimum: 0, maximum: maxOnHand })
const NumberOrNone = Type.Union([Type.Integer(), Type.Null()])
const Note = Type.String({ maxLength: 200 })

/** Stock shown to the administrator; null for a product that was not counted. */
const ExpectedOnHand = Type.Optional(Type.Union([...OnHand.anyOf, Type.Null()]))

/** The three numbers are null for a product that is not counted. */
export const StockRow = Type.Object({
  product_id: Type.String(),
  /** Where it is another than `product_id`; all calls take either. */
  variant_id: Type.Optional(Type.String()),
  title: Type.String(),
  imageUrl: Type.String(),
  on_hand: NumberOrNone,
  held: NumberOrNone,
  available: NumberOrNone,
})

const StockNumbers = Type.Object({
  on_hand: Type.Integer(),
  held: Type.Integer(),
  available: Type.Integer(),
})

export const Movement = Type.Object({
  id: Type.Integer(),
  /** Epoch seconds. */
  at: Type.Integer(),
  kind: Type.Enum([...movementKinds]),
  on_hand_change: Type.Integer(),
  held_change: Type.Integer(),
  /** After the movement. */
  on_hand: Type.Integer(),
  held: Type.Integer(),
  actor: Type.String(),
  note: Type.Optional(Type.String()),
  order_id: Type.Optional(Type.String()),
})

export const left = {
  query: Type.Object({ ids: Type.Optional(Type.String({ maxLength: 2_000 })) }),
  reply: Type.Object({
    success: Type.Literal(true),
    stock: Type.Array(Type.Object({ product_id: Type.String(), left: Type.Integer() })),
  }),
}

export const requestRestock = {
  params: IdParams,
  /** A member's own address is taken where none is given; without a variant the first is meant. */
  data: Type.Object({
    email: Type.Optional(Type.String({ maxLength: 254 })),
    variant_id: IdOrNone,
  }),
  reply: Done,
}
export const cancelRestock = {
  data: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
  reply: Done,
}

export const adminList = {
  query: Type.Object({
    ...PageQuery.properties,
    ...SortQuery.properties,
    stock: Type.Optional(
      Type.Union([Type.Literal('low'), Type.Literal('out'), Type.Literal('unlimited')]),
    ),
    /** A part of the title. */
    q: Type.Optional(Type.String({ maxLength: 200 })),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    stock: Type.Array(StockRow),
    pagination: Pagination,
    messages: Messages,
  }),
}

export const update = {
  params: IdParams,
  data: Type.Object({
    on_hand: OnHand,
    /** One of `stockReasons`; the service answers any other with its own message. */
    reason: Type.Optional(Type.String({ maxLength: 32 })),
    note: Type.Optional(Note),
    expected_on_hand: ExpectedOnHand,
  }),
  /** `notice` says what was sold before the product was counted. */
  reply: Type.Object({
    ...Done.properties,
    data: StockNumbers,
    notice: Type.Optional(Type.String()),
  }),
}
export const close = { params: IdParams, reply: Done }

export const count = {
  data: Type.Object({
    lines: Type.Array(
      Type.Object({
        product_id: Id,
        variant_id: IdOrNone,
        on_hand: OnHand,
        expected_on_hand: ExpectedOnHand,
      }),
      { minItems: 1, maxItems: maxCountedLines },
    ),
    note: Type.Optional(Note),
  }),
  /** `notice` says what was sold before products were counted. */
  reply: Type.Object({ ...Done.properties, notice: Type.Optional(Type.String()) }),
}

export const movements = {
  params: IdParams,
  query: Type.Object({
    ...PageQuery.properties,
    kind: Type.Optional(Type.Enum([...movementKinds])),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    movements: Type.Array(Movement),
    pagination: Pagination,
    messages: Messages,
  }),
}
