import type { HandOver, LeaderAccount, LeaderSums, StatementLine } from '#contract/leader-money.ts'
import { taipeiDay } from '#contract/taipei-time.ts'
import type { LeaderPayWays } from '../../db/tables/groups.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { readersTitle } from '../../http/readers-texts.ts'
import { telephoneTexts } from '../../search/terms.ts'
import { toLine } from '../tiers.ts'
import type { AccountPerson } from './accounts.queries.ts'
import type { AccountGroup, HandOverRow, PlaceSums, ReceiptRow } from './leader-money.queries.ts'
import type { MatchedLine, MatchedPlace } from './statement/match-statement.ts'

/** All that an account is read from, as of one moment. */
export interface AccountFacts {
  group: AccountGroup
  ways: LeaderPayWays
  places: readonly PlaceSums[]
  persons: ReadonlyMap<string, AccountPerson>
  receipts: readonly ReceiptRow[]
  handOvers: readonly HandOverRow[]
}

function toSums(
  places: readonly Pick<PlaceSums, 'expected' | 'received' | 'settled'>[],
  handOvers: readonly Pick<HandOverRow, 'amount' | 'booked' | 'voidedAt'>[],
): LeaderSums {
  const sum = <T>(rows: readonly T[], of: (row: T) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  const valid = handOvers.filter(({ voidedAt }) => !voidedAt)
  const received = sum(places, (place) => place.received)
  const handedOver = sum(valid, ({ booked }) => booked ?? 0)
  return {
    expected: sum(places, (place) => place.expected),
    received,
    handed_over: handedOver,
    announced: sum(valid, ({ amount, booked }) => (booked === null ? amount : 0)),
    difference: received - handedOver,
    unallocated: handedOver - sum(places, (place) => place.settled),
  }
}

/** Live places, and those that have ended with money that is to be given back. */
export function toAccount(facts: AccountFacts): LeaderAccount {
  const { group, ways, places, persons, handOvers } = facts
  const receiptsOf = Map.groupBy(facts.receipts, ({ participationId }) => participationId)
  return {
    code: group.code,
    title: readersTitle(group),
    ways,
    sums: toSums(places, handOvers),
    places: places.flatMap(({ participationId: id, state, expected, received, settled }) => {
      const person = persons.get(id)
      const receipts = receiptsOf.get(id) ?? []
      if (!person || (expected === 0 && receipts.length === 0)) return []
      return {
        participation_id: id,
        name: person.name,
        tel_end: (telephoneTexts(person.tel)[0] ?? '').slice(-3),
        lines: person.lines.map(toLine),
        ...{ state, expected, received },
        is_settled: settled > 0,
        ...(person.lastFive !== null && { last_five: person.lastFive }),
        receipts: receipts.map((receipt) => ({
          ...{ id: receipt.id, amount: receipt.amount, way: receipt.way, note: receipt.note },
          ...(receipt.lastFive !== null && { last_five: receipt.lastFive }),
          received_at: toEpochSeconds(receipt.receivedAt),
        })),
      }
    }),
    hand_overs: handOvers.map(toHandOver),
  }
}

export function toHandOver(row: HandOverRow): HandOver {
  const { id, amount, way, lastFive, note, at, booked, bookedAt, voidedAt } = row
  return {
    ...{ id, amount, way, note, at: toEpochSeconds(at) },
    ...(lastFive !== null && { last_five: lastFive }),
    state: voidedAt ? 'withdrawn' : booked === null ? 'announced' : 'booked',
    ...(booked !== null && { booked }),
    ...(bookedAt && { booked_at: toEpochSeconds(bookedAt) }),
  }
}

/** The places as a statement is compared with them. */
export function toMatched({ places, persons, receipts }: AccountFacts): MatchedPlace[] {
  const receiptsOf = Map.groupBy(receipts, ({ participationId }) => participationId)
  return places.map(({ participationId, expected, received }) => ({
    participationId,
    name: persons.get(participationId)?.name ?? '',
    open: Math.max(0, expected - received),
    lastFive: persons.get(participationId)?.lastFive ?? null,
    receipts: (receiptsOf.get(participationId) ?? []).map(({ amount, lastFive, receivedAt }) => ({
      ...{ amount, lastFive },
      day: taipeiDay(receivedAt).replaceAll('/', '-'),
    })),
  }))
}

export function toStatementLine(line: MatchedLine): StatementLine {
  const { n, text, outcome, why, amount, day, lastFives, participationIds } = line
  const [lastFive] = lastFives
  return {
    ...{ n, text: text.slice(0, 300), outcome, why },
    ...(amount !== undefined && { amount }),
    ...(day !== undefined && { day }),
    ...(lastFive !== undefined && { last_five: lastFive }),
    participation_ids: participationIds,
  }
}
