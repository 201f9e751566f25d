import { type ChatMessage, readChat } from './plus-one/chat-messages.ts'
import { type OrderChange, type OrderText, readOrderText } from './plus-one/order-text.ts'
import type { PlusOneDoubt, plusOneOutcomes } from './plus-one/outcomes.ts'
import { standingAt } from './plus-one/standing-at.ts'
import {
  normalise,
  type PlusOneGoods,
  tokenise,
  toVocabulary,
  type Vocabulary,
} from './plus-one/tokens.ts'

/** The goods that a chat is about, and the people who are known in it. */
export interface PlusOneContext {
  goods: readonly PlusOneGoods[]
  people?: readonly string[]
  /** 「@」 and this name is no other person. */
  leader?: string
}

/** A message or a line of a list, with what was understood. */
export interface PlusOneEntry {
  /** The line of the text that it begins on, from 1. */
  line: number
  text: string
  /** `2026-11-27T09:46`, where the chat tells it. */
  at?: string
  name?: string
  /**
   * - `order`: understood as a whole.
   * - `unsure`: about an order; a person has to say what is meant. `moves` is a guess, and counted nowhere.
   * - `skipped`: not about an order.
   */
  outcome: (typeof plusOneOutcomes)[number]
  doubts: PlusOneDoubt[]
  moves: PlusOneMove[]
}

export interface PlusOneMove {
  soldId: string
  /** Pieces more, or less. */
  by: number
}

/** The pieces of a person after all that was understood. */
export interface PlusOnePlace {
  name: string
  lines: { soldId: string; count: number }[]
  /** Something of it has to be looked at first. */
  isOpen: boolean
}

export interface PlusOneReading {
  entries: PlusOneEntry[]
  places: PlusOnePlace[]
}

/** The text of one person, which is to be read. */
interface Said {
  line: number
  text: string
  at?: string
  name?: string
  doubts: PlusOneDoubt[]
  isSkipped: boolean
}

/**
 * Reads orders such as 「A+1」 from a chat or a list that was pasted. It enters nothing: what is not
 * certain is `unsure`, with a guess and the reasons.
 */
export function readPlusOnes(text: string, context: PlusOneContext): PlusOneReading {
  const { goods, people = [], leader } = context
  const vocabulary = toVocabulary(goods, leader)
  const messages = readChat(text, people)
  const namesAt = standingAt(people.map((name) => [name, name]))
  const said = withoutSuperseded(messages, { vocabulary, namesAt })
  const held = new Map<string, PersonState>()
  const entries = said.map((one) => toEntry(one, vocabulary, held))
  const places = [...held].map(([name, { counts, isOpen }]) => ({
    name,
    lines: [...counts]
      .filter(([, count]) => count > 0)
      .map(([soldId, count]) => ({ soldId, count })),
    isOpen,
  }))
  return { entries, places: places.filter(({ lines, isOpen }) => lines.length > 0 || isOpen) }
}

interface PersonState {
  counts: Map<string, number>
  /** Something is in doubt since all was taken back. */
  isOpen: boolean
  lastText: string
}

function toEntry(said: Said, vocabulary: Vocabulary, held: Map<string, PersonState>): PlusOneEntry {
  const { isSkipped, doubts, ...told } = said
  const { name } = said
  const read: OrderText = isSkipped
    ? { isOrder: false, changes: [], doubts: [] }
    : readOrderText(said.text, vocabulary)
  if (!read.isOrder) {
    const isSuperseded = doubts.includes('superseded')
    return { ...told, outcome: 'skipped', doubts: isSuperseded ? ['superseded'] : [], moves: [] }
  }
  const person = (name !== undefined && held.get(name)) || newPerson()
  const all = new Set<PlusOneDoubt>([...doubts, ...read.doubts])
  if (name === undefined) all.add('person')
  const words = normalise(said.text).replaceAll(/\s/g, '')
  const isAddition = read.changes.some(({ kind }) => kind === 'add')
  if (isAddition && words === person.lastText) all.add('repeated')
  const counts = new Map(person.counts)
  const isRelative = read.changes.some((change) => change.kind !== 'add' && !isWhole(change))
  const isApplied = read.changes.every((change) => apply(change, counts))
  if (!isApplied || (isRelative && person.isOpen)) all.add('earlier')
  const isSure = all.size === 0
  const moves = movesBetween(person.counts, counts)
  if (name !== undefined) held.set(name, person)
  person.lastText = words
  if (isSure) {
    person.counts = counts
    if (read.changes.some(isWhole)) person.isOpen = false
  } else person.isOpen = true
  return { ...told, outcome: isSure ? 'order' : 'unsure', doubts: [...all], moves }
}

function newPerson(): PersonState {
  return { counts: new Map(), isOpen: false, lastText: '' }
}

/** All of it is taken back, whatever it was. */
function isWhole(change: OrderChange): boolean {
  return change.kind === 'cancel' && change.soldId === undefined && change.count === undefined
}

/** Changes what a person has; false where that cannot be, as of what was never ordered. */
function apply(change: OrderChange, counts: Map<string, number>): boolean {
  const own = [...counts].filter(([, count]) => count > 0).map(([soldId]) => soldId)
  const only = own.length === 1 ? own[0] : undefined
  if (change.kind === 'add') {
    counts.set(change.soldId, (counts.get(change.soldId) ?? 0) + change.count)
    return true
  }
  if (change.kind === 'cancel') {
    if (isWhole(change)) {
      counts.clear()
      return own.length > 0
    }
    return takeAway(change.soldId ?? only, change.count, counts)
  }
  return correct(change, { own, only, counts })
}

function takeAway(
  soldId: string | undefined,
  count: number | undefined,
  counts: Map<string, number>,
): boolean {
  const has = soldId === undefined ? 0 : (counts.get(soldId) ?? 0)
  const less = count ?? has
  if (soldId === undefined || has === 0 || less > has) return false
  counts.set(soldId, has - less)
  return true
}

function correct(
  { from, to }: Extract<OrderChange, { kind: 'correct' }>,
  { own, only, counts }: { own: string[]; only: string | undefined; counts: Map<string, number> },
): boolean {
  const [first, ...others] = to
  if (!first || own.length === 0) return false
  if (from?.soldId !== undefined) {
    const has = counts.get(from.soldId) ?? 0
    const count = first.count ?? from.count ?? has
    if (others.length > 0 || !takeAway(from.soldId, from.count, counts)) return false
    const soldId = first.soldId ?? from.soldId
    counts.set(soldId, (counts.get(soldId) ?? 0) + count)
    return true
  }
  if (others.length > 0) {
    if (to.some(({ soldId, count }) => soldId === undefined || count === undefined)) return false
    counts.clear()
    for (const { soldId = '', count = 0 } of to) {
      counts.set(soldId, (counts.get(soldId) ?? 0) + count)
    }
    return true
  }
  if (first.soldId === undefined) {
    if (only === undefined || first.count === undefined) return false
    counts.set(only, first.count)
    return true
  }
  if (only !== undefined) {
    const count = first.count ?? counts.get(only) ?? 0
    counts.clear()
    counts.set(first.soldId, count)
    return true
  }
  if (first.count === undefined || !own.includes(first.soldId)) return false
  counts.set(first.soldId, first.count)
  return true
}

function movesBetween(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): PlusOneMove[] {
  return [...new Set([...before.keys(), ...after.keys()])]
    .map((soldId) => ({ soldId, by: (after.get(soldId) ?? 0) - (before.get(soldId) ?? 0) }))
    .filter(({ by }) => by !== 0)
}

interface Reader {
  vocabulary: Vocabulary
  /** The names that a text begins with, the longest first. */
  namesAt: (text: string) => readonly string[]
}

/** Lines are trimmed. */
const numbered = /^\d{1,3}\s?(?:[.、)．:：]|\ufe0f?\u20e3)\s?(?=[^\d\s])/
const maxNameLength = 20
/** Longest line that is searched for a name, and most parts of a name: each part reads the line again. */
const maxListedLength = 200
const maxCuts = 5

/** Of a list that goes round and grows, the last version alone is read. */
function withoutSuperseded(messages: readonly ChatMessage[], reader: Reader): Said[] {
  const all = messages.map((message) => ({ message, list: listOf(message, reader) }))
  const last = all.findLastIndex(({ message, list }) => list && message.name !== undefined)
  const latest = new Set(all[last]?.list?.map(({ text, name }) => keyOf(name, text)))
  return all.flatMap(({ message, list }, index) => {
    if (!list) return [wholeOf(message)]
    if (message.name === undefined || index === last) return list
    return list.map((one): Said => {
      const isKept = latest.has(keyOf(one.name, one.text))
      const doubts: PlusOneDoubt[] = [...one.doubts, 'superseded']
      return { ...one, doubts, isSkipped: one.isSkipped || isKept }
    })
  })
}

function keyOf(name: string | undefined, text: string): string {
  return normalise(`${name ?? ''} ${text}`).replaceAll(/\s/g, '')
}

/** The message of one person as a whole. */
function wholeOf({ kind, at, name, isNameGuessed, lines }: ChatMessage): Said {
  const isCounted = lines.filter(({ text }) => numbered.test(text)).length > 1
  const texts = lines.map(({ text }) => (isCounted ? text.replace(numbered, '') : text))
  return {
    line: lines[0]?.number ?? 0,
    text: texts.join('\n'),
    ...(at && { at }),
    ...(name !== undefined && { name }),
    doubts: isNameGuessed ? ['person'] : [],
    isSkipped: kind !== 'text',
  }
}

/** The lines of a list with a name each; undefined: the message is no list. */
function listOf({ kind, at, name, lines }: ChatMessage, reader: Reader): Said[] | undefined {
  if (kind !== 'text') return undefined
  const isCounted = lines.filter(({ text }) => numbered.test(text)).length > 1
  if (name !== undefined && !isCounted) return undefined
  const read = lines.map((line) => toListed(line, at, reader))
  if (name === undefined) return read
  const named = lines.filter(
    ({ text }, index) => numbered.test(text) && read[index]?.name !== undefined,
  )
  if (named.length < 2) return undefined
  // A line without a number is the title of the list.
  return read.map((one, index) => {
    const isNumbered = numbered.test(lines[index]?.text ?? '')
    return isNumbered ? one : { ...one, name: undefined, isSkipped: true }
  })
}

/** 「3. 王小美 A+1」 */
function toListed(
  { number: line, text: raw }: { number: number; text: string },
  at: string | undefined,
  { vocabulary, namesAt }: Reader,
): Said {
  const isNumbered = numbered.test(raw)
  const whole = raw.replace(numbered, '').trim()
  const said = (text: string, name?: string, doubts: PlusOneDoubt[] = []): Said => ({
    line,
    text,
    ...(at && { at }),
    ...(name !== undefined && { name }),
    doubts,
    isSkipped: false,
  })
  const [known] = namesAt(whole)
  if (known)
    return said(
      whole
        .slice(known.length)
        .replace(/^\s*[:：]/, '')
        .trim(),
      known,
    )
  if (whole.length > maxListedLength) return said(whole)
  for (const cut of cutsOf(whole)) {
    const name = whole.slice(0, cut).trim()
    const text = withoutColon(whole.slice(cut))
    const parts = tokenise(normalise(name), vocabulary)
    const isName =
      name !== '' && [...name].length <= maxNameLength && parts.some(({ kind }) => kind === 'rest')
    const hasOrder = parts.some(({ kind }) => kind !== 'rest' && kind !== 'filler')
    const read = readOrderText(text, vocabulary)
    if (!isName || hasOrder || !read.isOrder || read.doubts.includes('words')) continue
    const isApart = /^[\s:：]/.test(whole.slice(cut)) || isNumbered
    const isPlain = parts.every(({ kind }) => kind === 'rest') && !endsInCode(name, vocabulary)
    return said(text, name, isApart && isPlain ? [] : ['person'])
  }
  return said(whole)
}

/** Where a name can end: before spaces, a colon, a sign, or a code. */
function cutsOf(text: string): number[] {
  const ends = text.slice(0, 2 * maxNameLength).matchAll(/[\s:：+＋➕\-－➖]/g)
  return [...ends].slice(0, maxCuts).map(({ index }) => index)
}

function withoutColon(text: string): string {
  return text
    .trim()
    .replace(/^[:：]/, '')
    .trim()
}

/** 「小美A」 can be a name, or a name and a code. */
function endsInCode(name: string, { wordsAt }: Vocabulary): boolean {
  const [, code = ''] = /\p{Script=Han}([a-z0-9])$/u.exec(normalise(name)) ?? []
  return wordsAt(code).some(({ text }) => text === code)
}
