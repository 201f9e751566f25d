import type {
  LineOrderEntry,
  LineOrderGoods,
  LineOrders,
  LinePerson,
} from '#contract/line-orders.ts'
import type { PlusOneGoods } from '#contract/plus-one/tokens.ts'
import { type PlusOneEntry, readPlusOnes } from '#contract/plus-one.ts'
import type { ShippingChoice } from '#contract/shipping.ts'
import type { Db } from '../../db/connect.ts'
import { toEpochSeconds } from '../../http/epoch-seconds.ts'
import { inReadersLanguage } from '../../http/readers-texts.ts'
import type { AskedLine } from '../join/join-price.ts'
import { soldOf, soldPrices, toLine } from '../tiers.ts'
import { type LineGroup, readLineGroup } from './line-group.ts'
import {
  type EnteredPlace,
  type KnownName,
  keeperOf,
  listEnteredPlaces,
  listJoinedNames,
  listNames,
} from './line-people.queries.ts'
import { quotePlaces } from './quote-places.ts'

export interface ReadRequest {
  facts: LineGroup['facts']
  text: string
  /** Codes and words of goods, by their id in stock. */
  words: ReadonlyMap<string, readonly string[]>
  /** Names in the chat beside those that are known. */
  names: readonly string[]
  places: readonly { name: string; personId?: string | undefined; lines: readonly AskedLine[] }[]
  pickUp: ShippingChoice | undefined
  /** The address of the page of an order, for the person whose it is. */
  linkTo: (orderId: string) => string
}

/** Reads a chat of a group: what was understood, who is known, and what places would cost. */
export async function readLineOrders(
  db: Db,
  request: ReadRequest,
): Promise<Omit<LineOrders, 'success'>> {
  const { facts, pickUp } = request
  const { group } = facts
  const [lineGroup, places, joined] = await Promise.all([
    readLineGroup(db, facts),
    listEnteredPlaces(db, { groupId: group.id }),
    listJoinedNames(db, group.id),
  ])
  const keeper = keeperOf(group)
  const personIds = places.map(({ personId }) => personId)
  const known = await listNames(db, { keeper, personIds })
  const goods = toGoods(request)
  const names = [...known.map(({ name }) => name), ...request.names]
  const { entries } = readPlusOnes(request.text, {
    goods: toVocabulary(request, goods),
    people: names,
  })
  const people = toPeople({ known, places, keeper }, request.linkTo)
  const byName = new Map(known.map(({ name, personId }) => [name, personId]))
  const quotes = await quotePlaces(db, lineGroup, {
    pickUp,
    places: request.places.map(({ name, personId = byName.get(name), lines }) => ({
      ...{ name, lines },
      place: places.find((place) => place.personId === personId),
    })),
  })
  const inChat = new Set(entries.flatMap(({ name }) => name ?? []))
  return {
    group: toGroup(lineGroup),
    goods,
    pick_ups: lineGroup.pickUps,
    entries: entries.map((entry) => toEntry(entry, goods)),
    people,
    joined: [...inChat].flatMap((name) => {
      const found = joined.find((one) => isSameName(name, one))
      return found === undefined ? [] : [{ name, contact_name: found }]
    }),
    quotes,
    server_now: Math.floor(facts.now / 1_000),
  }
}

function toGroup({ facts: { campaign, group }, refusal }: LineGroup): LineOrders['group'] {
  return {
    code: group.code,
    title: inReadersLanguage(campaign).title,
    state: group.state,
    expires_at: toEpochSeconds(group.expiresAt),
    ...(campaign.paysLeader && { pays_leader: true as const }),
    ...(group.maxUnits !== null && { places_left: group.maxUnits - group.unitsTaken }),
    ...(campaign.perMemberLimit !== null && { per_member_limit: campaign.perMemberLimit }),
    ...(refusal !== undefined && { refusal }),
  }
}

/** All that is sold, with its code: 「A」 for the first. */
function toGoods({ facts, words }: ReadRequest): LineOrderGoods[] {
  const prices = soldPrices(facts, 0)
  return [...soldOf(facts)].map(
    ([soldId, { productId, variantId, variantTitle, title }], index) => ({
      product_id: productId,
      ...(variantId && { variant_id: variantId }),
      ...(variantTitle && { variant_title: variantTitle }),
      title,
      words: [...(words.get(soldId) ?? lettersOf(index))],
      unit_price: prices.get(soldId) ?? 0,
    }),
  )
}

function lettersOf(index: number): string[] {
  return index < 26 ? [String.fromCodePoint(65 + index)] : []
}

function toVocabulary({ facts }: ReadRequest, goods: readonly LineOrderGoods[]): PlusOneGoods[] {
  const wordsOf = (soldId: string) => goods.find((one) => soldIdOf(one) === soldId)?.words ?? []
  return facts.products.map(({ productId, snapshot: { title, unit, variants } }) => ({
    ...{ id: productId, title, unit },
    ...(variants
      ? { variants: variants.map(({ id, title }) => ({ id, title, words: wordsOf(id) })) }
      : { words: wordsOf(productId) }),
  }))
}

const soldIdOf = ({ product_id, variant_id }: LineOrderGoods) => variant_id ?? product_id

function toEntry(entry: PlusOneEntry, goods: readonly LineOrderGoods[]): LineOrderEntry {
  const { line, text, at, name, outcome, doubts, moves } = entry
  return {
    ...{ line, text, outcome, doubts },
    ...(at && { at }),
    ...(name !== undefined && { name }),
    moves: moves.flatMap(({ soldId, by }) => {
      const sold = goods.find((one) => soldIdOf(one) === soldId)
      if (!sold) return []
      const { product_id, variant_id } = sold
      return [{ product_id, ...(variant_id && { variant_id }), by }]
    }),
  }
}

/** Those with a place first, in the order of joining; a telephone is shown only to the person who typed it. */
function toPeople(
  {
    known,
    places,
    keeper,
  }: { known: readonly KnownName[]; places: readonly EnteredPlace[]; keeper: string },
  linkTo: ReadRequest['linkTo'],
): LinePerson[] {
  const ids = new Set([...places, ...known].map(({ personId }) => personId))
  return [...ids].map((personId) => {
    const own = known.filter((one) => one.personId === personId)
    const person = own.find(({ id }) => id === personId)
    const place = places.find((one) => one.personId === personId)
    const name = person?.contactName ?? place?.contactName ?? own[0]?.contactName ?? ''
    return {
      person_id: personId,
      names: own.length > 0 ? own.map((one) => one.name) : [name],
      contact_name: name,
      tel: person?.keeper === keeper ? person.tel : '',
      ...(place && { place: toPlace(place, linkTo) }),
    }
  })
}

function toPlace(place: EnteredPlace, linkTo: ReadRequest['linkTo']): LinePerson['place'] {
  const { version, state, lines, qty, total, orderId } = place
  return { ...{ version, state, qty, total }, lines: lines.map(toLine), link: linkTo(orderId) }
}

/** 「小美」 is 「王小美」, too. */
function isSameName(one: string, other: string): boolean {
  const [a, b] = [folded(one), folded(other)]
  if (a === '' || b === '') return false
  return a === b || ([...a].length >= 2 && b.endsWith(a)) || ([...b].length >= 2 && a.startsWith(b))
}

function folded(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
