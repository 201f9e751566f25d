import Type from 'typebox'
import { leaderWays, participationStates } from './campaign-states.ts'
import { CodeParams, ServerNow } from './campaigns.schema.ts'
import { Done, Id, IdParams, Messages, PageQuery, Pagination } from './paging.schema.ts'
import { LeaderPayWays, ProductTotal } from './participations.schema.ts'
import { statementOutcomes } from './statement-lines.ts'

const success = Type.Literal(true)
const Way = Type.Enum(leaderWays)
const LastFive = Type.String({ pattern: '^([0-9]{5})?$' })
const Note = Type.String({ maxLength: 200 })
/** In whole NT$. */
const maxAmount = 99_999_999

/** In whole NT$. */
export const LeaderSums = Type.Object({
  /** Owed by kept places, or have paid through the leader. */
  expected: Type.Integer(),
  /** Ticked by the leader, less what was given back. */
  received: Type.Integer(),
  /** Booked by the shop. */
  handed_over: Type.Integer(),
  /** Announced by the leader, and not booked by the shop yet. */
  announced: Type.Integer(),
  /** Received and not handed over; below 0 where the leader has advanced it. */
  difference: Type.Integer(),
  /** Of the booked money, what pays no order yet. */
  unallocated: Type.Integer(),
})

const Receipt = Type.Object({
  id: Type.String(),
  /** Below 0: it was given back. */
  amount: Type.Integer(),
  way: Way,
  last_five: Type.Optional(Type.String()),
  note: Type.String(),
  /** When the leader got it. */
  received_at: Type.Integer(),
})

const AccountPlace = Type.Object({
  participation_id: Type.String(),
  name: Type.String(),
  tel_end: Type.String(),
  lines: Type.Array(ProductTotal),
  state: Type.Enum(participationStates),
  expected: Type.Integer(),
  received: Type.Integer(),
  /** The shop has its money. */
  is_settled: Type.Boolean(),
  /** Last five digits of the account that the participant pays from, as entered. */
  last_five: Type.Optional(Type.String()),
  receipts: Type.Array(Receipt),
})

export const HandOver = Type.Object({
  id: Type.String(),
  /** As the leader announced it, or as the shop received it without an announcement. */
  amount: Type.Integer(),
  way: Way,
  last_five: Type.Optional(Type.String()),
  note: Type.String(),
  at: Type.Integer(),
  state: Type.Enum(['announced', 'booked', 'withdrawn']),
  /** The sum that the shop really received. */
  booked: Type.Optional(Type.Integer()),
  booked_at: Type.Optional(Type.Integer()),
})

const Account = Type.Object({
  code: Type.String(),
  title: Type.String(),
  ways: LeaderPayWays,
  sums: LeaderSums,
  places: Type.Array(AccountPlace),
  hand_overs: Type.Array(HandOver),
})

/** A line of a pasted statement; nothing is written because of it. */
export const StatementLine = Type.Object({
  /** From 1, as it was pasted. */
  n: Type.Integer(),
  text: Type.String(),
  outcome: Type.Enum(statementOutcomes),
  /** Why it was not found, or what speaks for the candidates. */
  why: Type.String(),
  amount: Type.Optional(Type.Integer()),
  /** The day in Taipei, `2026-11-29`. */
  day: Type.Optional(Type.String()),
  last_five: Type.Optional(Type.String()),
  /** One where it is `found`; of another line those that it may be of. */
  participation_ids: Type.Array(Type.String()),
})

export const account = {
  params: CodeParams,
  reply: Type.Object({ success, account: Account, ...ServerNow }),
}

const NewReceipt = Type.Object({
  participation_id: Id,
  /** Below 0: given back to the participant. */
  amount: Type.Integer({ minimum: -maxAmount, maximum: maxAmount }),
  way: Way,
  last_five: Type.Optional(LastFive),
  note: Type.Optional(Note),
  /** Epoch seconds; now, where it is absent. */
  received_at: Type.Optional(Type.Integer({ minimum: 0, maximum: 253_402_300_799 })),
})
const amount = Type.Integer({ minimum: 1, maximum: maxAmount })

/** `void` and `receipts` together correct ticks, in one transaction. */
export const changeAccount = {
  params: CodeParams,
  data: Type.Object(
    {
      receipts: Type.Optional(Type.Array(NewReceipt, { maxItems: 200 })),
      void: Type.Optional(Type.Array(Id, { maxItems: 200 })),
      /** A pasted statement: the reply has its lines, and nothing is written. */
      statement: Type.Optional(Type.String({ maxLength: 60_000 })),
      hand_over: Type.Optional(
        Type.Object({
          amount,
          way: Way,
          last_five: Type.Optional(LastFive),
          note: Type.Optional(Note),
        }),
      ),
      /** A hand-over that the shop has not booked. */
      withdraw: Type.Optional(Id),
      ways: Type.Optional(LeaderPayWays),
    },
    { additionalProperties: true },
  ),
  reply: Type.Object({
    success,
    message: Type.String(),
    account: Account,
    lines: Type.Optional(Type.Array(StatementLine)),
    ...ServerNow,
  }),
}

/** The account of one group as the shop sees it. */
export const AdminLeaderAccount = Type.Object({
  group_id: Type.String(),
  code: Type.String(),
  campaign_id: Type.String(),
  title: Type.String(),
  leader: Type.String(),
  sums: LeaderSums,
  hand_overs: Type.Array(HandOver),
})
export const adminAccounts = {
  query: Type.Object({
    ...PageQuery.properties,
    campaign_id: Type.Optional(Id),
    /** Those alone whose sums differ, or which have a hand-over to be booked. */
    waits: Type.Optional(Type.Enum(['open', 'announced'])),
  }),
  reply: Type.Object({
    success,
    accounts: Type.Array(AdminLeaderAccount),
    /** Of all accounts that the filter finds. */
    sums: LeaderSums,
    pagination: Pagination,
    messages: Messages,
  }),
}
export const adminBook = {
  params: IdParams,
  data: Type.Object(
    {
      /** The sum that was really received. */
      amount,
      /** The announcement that it is of; absent: the leader has announced nothing. */
      hand_over_id: Type.Optional(Id),
      way: Type.Optional(Way),
      note: Type.Optional(Note),
    },
    { additionalProperties: true },
  ),
  reply: Done,
}
export const adminVoid = {
  params: Type.Object({ ...IdParams.properties, handOverId: Id }),
  data: Type.Object(
    { reason: Type.String({ minLength: 1, maxLength: 200 }) },
    { additionalProperties: true },
  ),
  reply: Done,
}
