import Type from 'typebox'
import { type Carrier, carriers } from './order-states.ts'
import { Id, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'
import { runActionNames, runEntryStates, runKinds, runStates } from './run-states.ts'

/** Times are epoch seconds. */
export const Run = Type.Object({
  id: Type.String(),
  kind: Type.String(),
  action: Type.String(),
  state: Type.Enum(runStates),
  /** The account that started the run. */
  name: Type.String(),
  /** Entries: all, those that are through, and of these the ones that could not be changed. */
  total: Type.Integer(),
  done: Type.Integer(),
  failed: Type.Integer(),
  /** Of an undone run, or one that is being undone. */
  undone: Type.Optional(Type.Integer()),
  kept: Type.Optional(Type.Integer()),
  /** Why it failed as a whole. */
  reason: Type.Optional(Type.String()),
  create_at: Type.Integer(),
  end_at: Type.Optional(Type.Integer()),
  undo_until: Type.Optional(Type.Integer()),
  /** Whether it can be undone now, by the clock of the database. */
  can_undo: Type.Boolean(),
  /** The name of the file that it made. */
  file: Type.Optional(Type.String()),
  /** Of the caller's own export that has ended: whether its file can still be fetched. */
  has_file: Type.Optional(Type.Boolean()),
})

export const RunEntry = Type.Object({
  id: Type.String(),
  title: Type.String(),
  state: Type.Enum(runEntryStates),
  reason: Type.Optional(Type.String()),
})

const Text = Type.String({ maxLength: 500 })
const TrackingNumber = Type.String({ maxLength: 40, pattern: '^[A-Za-z0-9-]*$' })

/** Input of an action beside its entries. */
const Input = Type.Object({
  /** Of the parcels of `ship`; each order has one of its own number, or none. */
  carrier: Type.Optional(Type.Enum(carriers as [Carrier, ...Carrier[]])),
  tracking_numbers: Type.Optional(Type.Record(Type.String({ maxLength: 200 }), TrackingNumber)),
  category: Type.Optional(Type.String({ minLength: 1, maxLength: 100 })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
})

export const create = {
  data: Type.Object(
    {
      kind: Type.Enum([...runKinds]),
      action: Type.Enum([...runActionNames]),
      /** Either these entries, or all that a list with this query has now. */
      ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 40_000 })),
      filter: Type.Optional(Type.Record(Type.String({ maxLength: 32 }), Text)),
      input: Type.Optional(Input),
      /** Tells what would be changed, and changes nothing. */
      is_trial: Type.Optional(Type.Boolean()),
    },
    { additionalProperties: true },
  ),
  reply: Type.Object({
    success: Type.Literal(true),
    run: Type.Optional(Run),
    /** With `is_trial`: how many entries would be changed, and which could not. */
    will_change: Type.Optional(Type.Integer()),
    cannot: Type.Optional(
      Type.Array(Type.Object({ id: Type.String(), title: Type.String(), reason: Type.String() })),
    ),
  }),
}

export const list = {
  query: Type.Object({
    ...PageQuery.properties,
    /** Only those that have not ended, or can still be undone. */
    current: Type.Optional(Type.Union([Type.Literal('1'), Type.Literal('')])),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    runs: Type.Array(Run),
    pagination: Pagination,
    messages: Messages,
  }),
}

export const detail = {
  params: IdParams,
  query: Type.Object({
    ...PageQuery.properties,
    /** Entries of one state. */
    only: Type.Optional(Type.Union([Type.Enum([...runEntryStates]), Type.Literal('')])),
  }),
  reply: Type.Object({
    success: Type.Literal(true),
    run: Run,
    entries: Type.Array(RunEntry),
    pagination: Pagination,
  }),
}

const OneRun = Type.Object({ success: Type.Literal(true), run: Run })
export const cancel = { params: IdParams, reply: OneRun }
export const undo = { params: IdParams, reply: OneRun }
