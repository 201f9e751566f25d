import type { PlusOneDoubt } from './outcomes.ts'
import { normalise, type Token, tokenise, type Vocabulary } from './tokens.ts'

interface Goods {
  soldId?: string
  count?: number
}

/** A change of what a person has; without a sold id it is about the only thing that the person has. */
export type OrderChange =
  | { kind: 'add'; soldId: string; count: number }
  | ({ kind: 'cancel' } & Goods)
  | { kind: 'correct'; from?: Goods; to: Goods[] }

export interface OrderText {
  /** Whether it is about an order at all. */
  isOrder: boolean
  changes: OrderChange[]
  doubts: PlusOneDoubt[]
}

type Quantity = Extract<Token, { kind: 'quantity' }>
type Sold = ReadonlySet<string>

interface Named {
  sold: Sold
  quantity: Quantity
}

/** Goods and quantities of a text, as far as they belong together. */
interface Pairs {
  named: Named[]
  goods: Sold[]
  quantities: Quantity[]
  totals: Quantity[]
  isUnclear: boolean
}

const maxCount = 99
/** An announcement is longer, or a joke; time and depth of the reading grow with the length. */
const maxLength = 1_000
/** 「謝謝+1」 can be thanks once more, and no order. */
const echo = /^(?:謝謝|感謝|感恩|辛苦了?|早安|午安|晚安|好的|ok)\S{0,4}\+/
const nothing: OrderText = { isOrder: false, changes: [], doubts: [] }

/** Reads what somebody has written about an order. Nothing is guessed without a doubt beside it. */
export function readOrderText(text: string, vocabulary: Vocabulary): OrderText {
  const line = normalise(text.slice(0, maxLength + 1)).trim()
  if (line.length > maxLength) return { isOrder: true, changes: [], doubts: ['words'] }
  const tokens = withoutStrayNumbers(
    tokenise(line, vocabulary).filter(({ kind }) => kind !== 'filler'),
  )
  const has = (kind: Token['kind']) => tokens.some((token) => token.kind === kind)
  const isQuestion = has('question')
  const hasWords = has('word')
  const hasRest = has('rest')
  const changesAt = tokens.flatMap(({ kind }, index) => (kind === 'change' ? [index] : []))
  const isCancel = has('cancel')
  const asks = has('want') || /^(?:要{1,3}|我?要?(?:報名|登記))[!~。]{0,3}$/.test(line)
  const isAboutGoods = hasWords || has('quantity')
  const isChange = changesAt.length > 0 && isAboutGoods
  const isNamedAlone = hasWords && !hasRest && !isQuestion && !has('quantity')
  const isOrder = has('quantity') || isCancel || isChange || (!isQuestion && (asks || isNamedAlone))
  if (!isOrder) return nothing

  const doubts = new Set<PlusOneDoubt>()
  if (isQuestion) doubts.add('question')
  if (tokens.some((token) => token.kind === 'quantity' && token.isBoxed)) doubts.add('quantity')
  if (hasRest) doubts.add(/[幫替代](?!我)|@/.test(line) ? 'person' : 'words')
  if (changesAt.length > 1 || echo.test(line)) doubts.add('words')
  const context: Context = { vocabulary, doubts }
  const [split] = changesAt
  const changes =
    split !== undefined && isChange
      ? corrections(tokens.slice(0, split), tokens.slice(split + 1), context)
      : isCancel
        ? cancellations(tokens, context)
        : orders(tokens, context)
  if (changes.length === 0) doubts.add('words')
  return { isOrder, changes, doubts: [...doubts] }
}

interface Context {
  vocabulary: Vocabulary
  doubts: Set<PlusOneDoubt>
}

/** A number without sign and unit counts goods beside their name, after a marker, or alone. */
function withoutStrayNumbers(tokens: Token[]): Token[] {
  return tokens.flatMap((token, index): Token[] => {
    if (token.kind !== 'quantity' || !token.isBare) return [token]
    const before = tokens[index - 1]?.kind
    const after = tokens[index + 1]?.kind
    const beside = ['word', 'change', 'total', 'cancel']
    const isBeside = beside.includes(before ?? '') || after === 'word'
    if (isBeside || (tokens.length === 1 && token.count <= maxCount)) return [token]
    return [{ kind: 'rest', from: token.from, to: token.to, text: String(token.count) }]
  })
}

function orders(tokens: readonly Token[], context: Context): OrderChange[] {
  const { vocabulary, doubts } = context
  const { named, goods, quantities, totals, isUnclear } = pair(tokens)
  if (isUnclear) doubts.add('quantity')
  const entries = [...named]
  const [lone] = quantities
  const isSum =
    quantities.length === 1 &&
    named.length > 1 &&
    lone?.count === sumOf(named) &&
    goods.length === 0
  if (lone && named.length === 0 && quantities.length === 1 && goods.length < 2) {
    entries.push({ sold: goods[0] ?? vocabulary.all, quantity: lone })
    if (lone.isBare && goods.length === 0) doubts.add('quantity')
  } else if (lone && !isSum) doubts.add('quantity')
  else if (goods.some((one) => !isHeading(one, entries))) doubts.add('quantity')
  const [total] = totals
  if (total && entries.length === 0) {
    return [{ kind: 'correct', to: [{ count: counted(total.count, doubts) }] }]
  }
  if (totals.some(({ count }) => count !== sumOf(entries))) doubts.add('quantity')
  if (entries.length === 0) {
    doubts.add('quantity')
    const guesses = goods.length > 0 ? goods : [vocabulary.all]
    return guesses.flatMap((sold) => toAdded(sold, 1, context))
  }
  return entries.flatMap(({ sold, quantity: { sign, count } }): OrderChange[] => {
    if (sign !== '-') return toAdded(sold, counted(count, doubts), context)
    // 「-1」 alone is about the only thing that the person has.
    if (sold === vocabulary.all && sold.size > 1) return [{ kind: 'cancel', count }]
    const soldId = theOne(sold, context)
    return soldId === undefined ? [] : [{ kind: 'cancel', soldId, count }]
  })
}

function toAdded(sold: Sold, count: number, context: Context): OrderChange[] {
  const soldId = theOne(sold, context)
  return soldId === undefined ? [] : [{ kind: 'add', soldId, count }]
}

function cancellations(tokens: readonly Token[], context: Context): OrderChange[] {
  const { named, goods, quantities, totals, isUnclear } = pair(tokens)
  const [lone, ...others] = quantities
  if (isUnclear || others.length > 0 || totals.length > 0) context.doubts.add('quantity')
  if (named.length > 0 && (goods.length > 0 || lone)) context.doubts.add('words')
  const told: OrderChange[] = [
    ...named.flatMap(({ sold, quantity }): OrderChange[] => {
      const soldId = theOne(sold, context)
      return soldId === undefined ? [] : [{ kind: 'cancel', soldId, count: quantity.count }]
    }),
    ...goods.flatMap((sold): OrderChange[] => {
      const soldId = theOne(sold, context)
      return soldId === undefined ? [] : [{ kind: 'cancel', soldId, count: lone?.count }]
    }),
  ]
  if (told.length > 0) return told
  return [{ kind: 'cancel', ...(lone && { count: lone.count }) }]
}

/** 「A 改 B+1」, 「改成 2」, 「改 A1 B2」. */
function corrections(
  before: readonly Token[],
  after: readonly Token[],
  context: Context,
): OrderChange[] {
  const { doubts } = context
  const was = pair(before)
  const is = pair(after)
  const from: Goods[] = [
    ...toGoods(was, context),
    ...was.quantities.map(({ count }) => ({ count })),
  ]
  const to: Goods[] = [...toGoods(is, context), ...is.quantities.map(({ count }) => ({ count }))]
  if (was.isUnclear || is.isUnclear || from.length > 1) doubts.add('quantity')
  if (is.quantities.length > 0 && to.length > 1) doubts.add('quantity')
  if (after.some((token) => token.kind === 'quantity' && token.sign === '-')) doubts.add('quantity')
  if (after.some(({ kind }) => kind === 'cancel')) doubts.add('words')
  const all = [...to, ...is.totals.map(({ count }) => ({ count }))]
  if (all.length === 0) return []
  for (const { count } of all) if (count !== undefined) counted(count, doubts)
  const [first] = from
  // 「+1 改 +2」: the quantity of before says nothing that the chat does not have.
  return [{ kind: 'correct', ...(first?.soldId && { from: first }), to: all }]
}

function toGoods({ named, goods }: Pairs, context: Context): Goods[] {
  return [
    ...named.map(({ sold, quantity }) => ({
      soldId: theOne(sold, context),
      count: quantity.count,
    })),
    ...goods.map((sold) => ({ soldId: theOne(sold, context) })),
  ].filter(({ soldId }) => soldId !== undefined)
}

/** The one that is meant; of several the first with a doubt. */
function theOne(sold: Sold, { doubts }: Context): string | undefined {
  if (sold.size !== 1) doubts.add('which')
  return [...sold][0]
}

function counted(count: number, doubts: Set<PlusOneDoubt>): number {
  if (count < 1 || count > maxCount) doubts.add('quantity')
  return count
}

function sumOf(named: readonly Named[]): number {
  return named.reduce((sum, { quantity }) => sum + quantity.count, 0)
}

/** 「蝦餅：原味+1、辣味+2」 */
function isHeading(goods: Sold, entries: readonly Named[]): boolean {
  return goods.size > 1 && entries.some(({ sold }) => [...sold].every((id) => goods.has(id)))
}

type Element = { goods: Sold } | { quantity: Quantity }

/** Joins goods with quantities, segment by segment. */
function pair(tokens: readonly Token[]): Pairs {
  const pairs: Pairs = { named: [], goods: [], quantities: [], totals: [], isUnclear: false }
  let product: Sold | undefined
  for (const segment of segmentsOf(tokens)) {
    const elements: Element[] = []
    let open: Sold | undefined
    for (const [index, token] of segment.entries()) {
      if (token.kind === 'word') {
        if (token.sold.size > 1 && !(open && overlaps(open, token.sold))) product = token.sold
        const joined = open && overlaps(open, token.sold)
        if (joined) elements.pop()
        open = joined ?? narrowed(token.sold, product)
        elements.push({ goods: open })
      } else if (token.kind === 'quantity') {
        if (segment[index - 1]?.kind === 'total') pairs.totals.push(token)
        else {
          elements.push({ quantity: token })
          open = undefined
        }
      }
    }
    pairSegment(elements, pairs)
  }
  return pairs
}

function segmentsOf(tokens: readonly Token[]): Token[][] {
  const segments: Token[][] = [[]]
  for (const token of tokens) {
    if (token.kind === 'break') segments.push([])
    else segments.at(-1)?.push(token)
  }
  return segments
}

function pairSegment(elements: readonly Element[], pairs: Pairs): void {
  const [first] = elements
  if (!first) return
  if ('goods' in first) {
    pairGoodsFirst(elements, pairs)
    return
  }
  const isAlternating =
    elements.length % 2 === 0 &&
    elements.every((element, index) => 'quantity' in element === (index % 2 === 0))
  if (isAlternating) {
    for (let index = 0; index < elements.length; index += 2) {
      const [quantity, goods] = [elements[index], elements[index + 1]]
      if (!quantity || !goods || !('quantity' in quantity) || !('goods' in goods)) continue
      pairs.named.push({ sold: goods.goods, quantity: quantity.quantity })
    }
    return
  }
  const others = elements.slice(1)
  if (first.quantity.isEach && others.length > 0 && others.every((one) => 'goods' in one)) {
    for (const one of others) {
      if ('goods' in one) pairs.named.push({ sold: one.goods, quantity: first.quantity })
    }
    return
  }
  if (first.quantity.isEach && pairs.goods.length > 0 && others.length === 0) {
    takeEach(first.quantity, [], pairs)
    return
  }
  pairs.quantities.push(first.quantity)
  pairSegment(others, pairs)
}

function pairGoodsFirst(elements: readonly Element[], pairs: Pairs): void {
  let waiting: Sold[] = []
  for (const element of elements) {
    if ('goods' in element) {
      waiting.push(element.goods)
      continue
    }
    const { quantity } = element
    if (quantity.isEach) takeEach(quantity, waiting, pairs)
    else if (waiting.length === 0) pairs.quantities.push(quantity)
    else {
      if (waiting.length > 1) pairs.isUnclear = true
      for (const sold of waiting) pairs.named.push({ sold, quantity })
    }
    waiting = []
  }
  pairs.goods.push(...waiting)
}

/** 「A、B 各 1」: of those before, too. */
function takeEach(quantity: Quantity, waiting: readonly Sold[], pairs: Pairs): void {
  const goods = [...pairs.goods, ...waiting]
  pairs.goods = []
  if (goods.length === 0) pairs.quantities.push(quantity)
  for (const sold of goods) pairs.named.push({ sold, quantity })
}

function overlaps(one: Sold, other: Sold): Sold | undefined {
  const both = new Set([...one].filter((id) => other.has(id)))
  return both.size > 0 ? both : undefined
}

/** 「辣味」 of the product that was named last. */
function narrowed(sold: Sold, product: Sold | undefined): Sold {
  return (sold.size > 1 && product && overlaps(sold, product)) || sold
}
