import type {
  AskedLinePlace,
  LineOrderEntry,
  LineOrderGoods,
  LineOrders,
  LinePerson,
} from '#contract/line-orders.ts'
import { linesText } from '#contract/lines-text.ts'
import { type EntryDecision, tallyEntries, undecidedEntries } from '#contract/plus-one/tally.ts'
import { t } from '#contract/translate.ts'

type Pieces = ReadonlyMap<string, number>
export type Decisions = ReadonlyMap<number, EntryDecision>

/** Typed over what follows from the chat, by the name in it. */
export interface PersonEdit {
  /** Somebody who is known by another name; empty: nobody. */
  personId?: string
  contactName?: string | undefined
  tel?: string | undefined
  isIncluded?: boolean
  /** The pieces that were read come to those of now, in place of replacing them. */
  isMore?: boolean
  pieces?: Pieces | undefined
}
export type Edits = ReadonlyMap<string, PersonEdit>

/** A person of the chat, with what is to be entered. */
export interface DraftRow {
  /** In the chat. */
  name: string
  known: LinePerson | undefined
  /** Somebody says who this is: the name is not known yet. */
  isNewName: boolean
  /** Somebody of about this name has joined without the chat. */
  joined: string | undefined
  contactName: string
  tel: string
  isMore: boolean
  read: Pieces
  /** Of the place in this group. */
  now: Pieces
  /** All that is entered. */
  pieces: Pieces
  isIncluded: boolean
  /** Its group has closed, or its order has moved on. */
  isFixed: boolean
  hasChange: boolean
}

export const soldIdOf = ({ product_id, variant_id }: { product_id: string; variant_id?: string }) =>
  variant_id ?? product_id

function toTallied({ line, name, outcome, moves }: LineOrderEntry) {
  return {
    ...{ line, outcome },
    ...(name !== undefined && { name }),
    moves: moves.map((move) => ({ soldId: soldIdOf(move), by: move.by })),
  }
}

/** Entries that somebody has to decide about first. */
export function undecided(reading: LineOrders, decisions: Decisions): number[] {
  return undecidedEntries(reading.entries.map(toTallied), decisions).map(({ line }) => line)
}

/** A row for each person whom the chat has an order of; two names of one person are one row. */
export function toRows(reading: LineOrders, decisions: Decisions, edits: Edits): DraftRow[] {
  const tally = tallyEntries(reading.entries.map(toTallied), decisions)
  const people = new Map<string, { name: string; known: LinePerson | undefined; read: Pieces }>()
  for (const [name, pieces] of tally) {
    const known = personOf(reading, name, edits.get(name))
    const key = known?.person_id ?? `name ${name}`
    const before = people.get(key)
    // A name that is new is the one to be remembered.
    const isRemembered = before && known?.names.includes(name)
    people.set(key, {
      name: isRemembered ? before.name : name,
      known,
      read: before ? sumOf(before.read, pieces) : pieces,
    })
  }
  return [...people.values()]
    .map((person) => toRow(reading, person, edits.get(person.name) ?? {}))
    .filter(({ read, now, pieces }) => [read, now, pieces].some((one) => countOf(one) > 0))
}

function personOf(reading: LineOrders, name: string, edit: PersonEdit = {}) {
  const { people } = reading
  return (
    people.find(({ names }) => names.includes(name)) ??
    people.find(({ person_id }) => person_id === edit.personId)
  )
}

function toRow(
  { joined }: LineOrders,
  { name, known, read }: { name: string; known: LinePerson | undefined; read: Pieces },
  edit: PersonEdit,
): DraftRow {
  const now = new Map(known?.place?.lines.map((line) => [soldIdOf(line), line.qty]))
  const { isMore = false } = edit
  const pieces = edit.pieces ?? (isMore ? sumOf(now, read) : read)
  const other = joined.find((one) => one.name === name)?.contact_name
  const isFixed = known?.place !== undefined && known.place.state !== 'held'
  return {
    ...{ name, known, isMore, read, now, pieces, isFixed },
    isNewName: !known?.names.includes(name),
    joined: other,
    contactName: edit.contactName ?? known?.contact_name ?? name,
    tel: edit.tel ?? known?.tel ?? '',
    isIncluded: !isFixed && (edit.isIncluded ?? (other === undefined || known !== undefined)),
    hasChange: !isSame(now, pieces),
  }
}

export function countOf(pieces: Pieces): number {
  return [...pieces.values()].reduce((sum, one) => sum + one, 0)
}

function sumOf(one: Pieces, other: Pieces): Pieces {
  const sum = new Map(one)
  for (const [soldId, count] of other) sum.set(soldId, (sum.get(soldId) ?? 0) + count)
  return sum
}

function isSame(one: Pieces, other: Pieces): boolean {
  return [...one.keys(), ...other.keys()].every(
    (soldId) => (one.get(soldId) ?? 0) === (other.get(soldId) ?? 0),
  )
}

/** As it is entered: all that the person has from then on. */
export function toAsked(row: DraftRow, goods: readonly LineOrderGoods[]): AskedLinePlace {
  const { name, known, isNewName, contactName, tel, pieces } = row
  const isTelChanged = tel !== (known?.tel ?? '')
  return {
    name,
    ...(known && isNewName && { person_id: known.person_id }),
    ...(contactName !== (known?.contact_name ?? name) && { contact_name: contactName }),
    ...(isTelChanged && { tel }),
    lines: goods.flatMap((one) => {
      const qty = pieces.get(soldIdOf(one)) ?? 0
      const { product_id, variant_id } = one
      return qty > 0 ? [{ product_id, ...(variant_id && { variant_id }), qty }] : []
    }),
    ...(known?.place && { version: known.place.version }),
  }
}

/** 「蝦餅：原味 × 2、辣味 × 1，共 3；馬克杯 × 1」 */
export function piecesText(pieces: Pieces, goods: readonly LineOrderGoods[]): string {
  const lines = goods.map((one) => ({ ...one, qty: pieces.get(soldIdOf(one)) ?? 0 }))
  return linesText(lines.filter(({ qty }) => qty > 0))
}

/** 「原味 +2、辣味 −1」: the variants of one product need no more than their own names. */
export function movesText(
  { moves }: Pick<LineOrderEntry, 'moves'>,
  goods: readonly LineOrderGoods[],
): string {
  const isOfOne = new Set(goods.map(({ product_id }) => product_id)).size === 1
  return moves
    .map((move) => {
      const { title = '', variant_title = title } =
        goods.find((one) => soldIdOf(one) === soldIdOf(move)) ?? {}
      return `${isOfOne ? variant_title : title} ${move.by > 0 ? '+' : '−'}${Math.abs(move.by)}`
    })
    .join(t('、'))
}
