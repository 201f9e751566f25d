import { standingAt } from './standing-at.ts'

/** Goods of a group, by the words that a chat has for them. */
export interface PlusOneGoods {
  id: string
  title: string
  /** Codes and words beside the title, such as 「A」 or 「蝦餅」. */
  words?: readonly string[]
  unit?: string
  /** Absent of goods without options. */
  variants?: readonly { id: string; title: string; words?: readonly string[] }[]
}

/** A part of a line. `sold` are the ids that a word can mean; a bare number has neither sign nor unit. */
export type Token = { from: number; to: number } & (
  | { kind: 'word'; sold: ReadonlySet<string> }
  | {
      kind: 'quantity'
      sign: '+' | '-' | ''
      count: number
      isEach: boolean
      isBare: boolean
      /** It counts boxes of goods that are sold by the piece. */
      isBoxed?: true
    }
  | { kind: 'change' | 'cancel' | 'total' | 'question' | 'want' | 'break' | 'filler' }
  | { kind: 'rest'; text: string }
)

type Word = { text: string; sold: ReadonlySet<string> }

export interface Vocabulary {
  /** In small letters; those that stand at a place of a text, the longest first. */
  wordsAt: (text: string, at?: number) => readonly Word[]
  /** Titles that a part of can be said, with what they are of. */
  titles: readonly Word[]
  all: ReadonlySet<string>
  /** The longest first. */
  units: readonly string[]
  /** Those that the goods are sold by. */
  ownUnits: ReadonlySet<string>
  leader: string
}

const usualUnits = [
  ...[
    '份',
    '包',
    '盒',
    '箱',
    '個',
    '件',
    '組',
    '罐',
    '瓶',
    '條',
    '袋',
    '顆',
    '支',
    '杯',
    '片',
    '串',
  ],
  ...['隻', '套', '雙', '本', '枚', '桶', '碗', '張', '粒', '株', '束', '台', '單'],
]

/** They may hold several of what is sold by another unit. */
const boxes = new Set(['箱', '盒', '組', '袋', '桶', '串'])

/** A number before one of these counts no goods. */
const otherMeasure =
  /(?!(?:元|圓|塊|入|點|號|日|月|年|樓|%|度|折|人|位|天|週|歲|次|分|秒|小時|公斤|公克|台斤|斤|打|克|團|期|吋|[:/.]\d)|\s?(?:kg|g(?![a-z])|ml|cc|cm))/y

type Rule = readonly [
  RegExp,
  'change' | 'cancel' | 'total' | 'question' | 'want' | 'filler' | 'break' | 'rest',
]

/** Addresses, prices, telephones, times and dates: their digits count no goods. */
const otherNumbers: readonly Rule[] = [
  [/3q/y, 'filler'],
  [/[一1每][包份盒箱個組罐瓶袋條顆] ?(?:\$\d{1,6}|\d{1,6} ?[元圓塊])/y, 'rest'],
  [/https?:\S+/y, 'rest'],
  [/(?:nt)?\$\s?[\d,]{1,9}|\d[\d,]{0,9}\s?(?:元|圓|塊錢)/y, 'rest'],
  [/\d{5,}/y, 'rest'],
  [/0\d{1,3}-\d{3,4}(?:-\d{3,4})?/y, 'rest'],
  [/\d{1,2}:\d{2}|\d{1,4}\/\d{1,2}(?:\/\d{1,2})?|\d{1,4}\.\d/y, 'rest'],
]
const rules: readonly Rule[] = [
  [/改天|改日/y, 'rest'],
  [/(?:不要|不用|不|別|沒有?|未)(?:取消|改)|半(?:包|斤|份|打|箱|盒|個)/y, 'want'],
  [
    /不要了|不買了|不用了|不訂了|不跟了|先不要|先不用|我不要|取消掉?|退單|棄單|刪除|刪掉|cancel/y,
    'cancel',
  ],
  [
    /更正(?:為|成)?|修正(?:為|成)?|改(?:成|為|要|訂|買|到|一下)?|換(?:成|為|要)?|變更(?:為|成)?|變成/y,
    'change',
  ],
  [/總共|一共|合計|總計|共|total/y, 'total'],
  [/\?|嗎|呢|多少|幾(?:個|包|份|盒)?|可不可以|能不能|有沒有|是不是|要不要/y, 'question'],
  [/同上|跟樓上|我也要|我要|想要|不要|\+(?!\s?[\d一二兩三四五六七八九十])/y, 'want'],
  [
    /就好了?|不好意思|抱歉|對不起|麻煩(?:你|您)?(?:了)?|謝謝(?:你|您|團主)?|感謝|感恩|多謝|拜託|辛苦了?|這(?:個|款|團)|thanks?|thank you|thx/y,
    'filler',
  ],
  [
    /要(?!的|不)|算我|幫我|給我|我家|我|也|先|再來|再|追加|想買|想訂|買|訂購|訂|登記|報名|來(?!不)|團主|團媽|老闆娘?|版主/y,
    'filler',
  ],
  [
    /你好|您好|哈囉|嗨|早安|午安|晚安|好(?:的|喔|唷|啊)|ok|喔|哦|噢|唷|呦|囉|啦|耶|啊|呀|吧|了|嘿|哈|[:"'「」『』()[\]【】{}]|-(?!\s?\d)/y,
    'filler',
  ],
  [/還有|還要|以及|然後|另外|跟|和|與|及|[、,;/&。!~|.…·・\n]/y, 'break'],
]

const kindWords = ['口味', '味', '色', '號', '款']

/** Half-width, without emoji, in small letters; 「➕１」 is 「+1」. */
export function normalise(text: string): string {
  return text
    .replaceAll(/\u2795/gu, '+')
    .replaceAll(/\u2796/gu, '-')
    .replaceAll(/[\u2716\u2715\u00d7\u2573]/gu, 'x')
    .normalize('NFKC')
    .replaceAll(/[\u2212\u2010-\u2015\u2500]/gu, '-')
    .replaceAll(/[\ufe0e\ufe0f\u20e3\u200b-\u200f\u2060\ufeff]/gu, '')
    .replaceAll(/[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}\p{Co}]/gu, ' ')
    .toLowerCase()
}

export function toVocabulary(goods: readonly PlusOneGoods[], leader = ''): Vocabulary {
  const words = new Map<string, Set<string>>()
  const titles = new Map<string, Set<string>>()
  const all = new Set<string>()
  const add = (known: Map<string, Set<string>>, text: string, sold: readonly string[]) => {
    const key = normalise(text).trim()
    if (key === '') return
    const ids = known.get(key) ?? new Set()
    for (const id of sold) ids.add(id)
    known.set(key, ids)
  }
  for (const { id, title, words: own = [], variants = [] } of goods) {
    const sold = variants.length > 0 ? variants.map((variant) => variant.id) : [id]
    for (const one of sold) all.add(one)
    for (const word of [title, ...own]) add(words, word, sold)
    add(titles, title, sold)
    for (const variant of variants) {
      for (const word of [variant.title, ...(variant.words ?? [])]) add(words, word, [variant.id])
      for (const part of variant.title.split(/[/／]/)) {
        add(words, part, [variant.id])
        add(titles, part, [variant.id])
        // 「辣」 of 「辣味」, 「紅」 of 「紅色」.
        const end = kindWords.find((word) => part.trim().endsWith(word))
        if (end) add(words, part.trim().slice(0, -end.length), [variant.id])
      }
    }
  }
  const ownUnits = new Set(goods.flatMap(({ unit }) => (unit ? [normalise(unit)] : [])))
  const units = [...new Set([...ownUnits, ...usualUnits])]
  const byLength = (a: { text: string }, b: { text: string }) => b.text.length - a.text.length
  const listed = (known: Map<string, Set<string>>) =>
    [...known].map(([text, sold]) => ({ text, sold })).sort(byLength)
  return {
    wordsAt: standingAt(listed(words).map((word) => [word.text, word])),
    titles: listed(titles),
    all,
    units: units.sort((a, b) => b.length - a.length),
    ownUnits,
    leader: normalise(leader).trim(),
  }
}

interface QuantityForm {
  /** Stands before the number; without it the number is alone, or with its unit. */
  before?: RegExp
  sign: '+' | '-' | ''
  isEach?: true
}

const quantityForms: readonly QuantityForm[] = [
  { before: /各自?(?: ?[再來要買訂])?(?: ?[+加*x])?/y, sign: '+', isEach: true },
  { before: /[再追](?: ?(?:\+{1,2}|加|多))?|\+{1,2}|加|多/y, sign: '+' },
  { before: /[-減少扣]/y, sign: '-' },
  { before: /[*x乘]/y, sign: '' },
  { sign: '' },
]
const numeral = /\d{1,4}(?!\d)|[一二兩三四五六七八九十]{1,3}/y

/** The parts of a normalised line; what nothing is known of is one `rest` after another. */
export function tokenise(line: string, vocabulary: Vocabulary): Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < line.length) {
    const token = tokenAt(line, at, vocabulary, tokens.at(-1))
    const last = tokens.at(-1)
    if (token?.kind === 'rest' && last?.kind === 'rest' && last.to === token.from) {
      last.to = token.to
      last.text += token.text
    } else if (token) tokens.push(token)
    at = token?.to ?? at + 1
  }
  return tokens.map((token) => toPartOfTitle(token, vocabulary))
}

function tokenAt(
  line: string,
  from: number,
  vocabulary: Vocabulary,
  last: Token | undefined,
): Token | undefined {
  if (/[^\S\n]/.test(line[from] ?? '')) return undefined
  const mention = matchAt(/@(\S+)/y, line, from)
  if (mention) {
    const isLeader = vocabulary.leader !== '' && line.startsWith(`@${vocabulary.leader}`, from)
    if (isLeader) return { kind: 'filler', from, to: from + 1 + vocabulary.leader.length }
    return { kind: 'rest', from, to: from + mention[0].length, text: mention[0] }
  }
  const smile = matchAt(/\(([a-z ]{3,40})\)/y, line, from)
  const smiled = smile?.[1] ?? ''
  if (smile && !vocabulary.wordsAt(smiled).some(({ text }) => text === smiled)) {
    return { kind: 'filler', from, to: from + smile[0].length }
  }
  const word = wordAt(line, from, vocabulary, last)
  if (word) return word
  const isAfterWord = last?.kind === 'word' && last.to === from
  // 「原味的兩包」
  if (isAfterWord && line[from] === '的') return { kind: 'filler', from, to: from + 1 }
  const told =
    ruleAt(otherNumbers, line, from) ??
    quantityAt(line, from, vocabulary, isAfterWord) ??
    ruleAt(rules, line, from)
  if (told) return told
  const [letters] = matchAt(/[a-z]+|\d+/y, line, from) ?? []
  const sign = letters ?? String.fromCodePoint(line.codePointAt(from) ?? 0)
  return { kind: 'rest', from, to: from + sign.length, text: sign }
}

function ruleAt(known: readonly Rule[], line: string, from: number): Token | undefined {
  for (const [pattern, kind] of known) {
    const match = matchAt(pattern, line, from)
    if (!match) continue
    const to = from + match[0].length
    return kind === 'rest' ? { kind, from, to, text: match[0] } : { kind, from, to }
  }
  return undefined
}

function wordAt(
  line: string,
  from: number,
  vocabulary: Vocabulary,
  last: Token | undefined,
): Token | undefined {
  const isGlued = last?.kind === 'rest' && last.to === from
  const found = vocabulary.wordsAt(line, from).find(({ text }) => {
    const after = line.slice(from + text.length)
    if (/^[a-z]/.test(text) && /[a-z]/.test(line[from - 1] ?? '')) return false
    if (/[a-z]$/.test(text) && /^[a-z]/.test(after) && !/^x\s?\d/.test(after)) return false
    if (/\d$/.test(text) && /^\d/.test(after)) return false
    // 「小A」 and 「B哥」 are names, 「原來」 is none of 「原」.
    return [...text].length > 1 || (!isGlued && !beginsUnknown(after, vocabulary))
  })
  return found && { kind: 'word', from, to: from + found.text.length, sold: found.sold }
}

/** Whether a Chinese character follows that is no part of an order. */
function beginsUnknown(after: string, vocabulary: Vocabulary): boolean {
  if (!/^\p{Script=Han}/u.test(after)) return false
  if (after.startsWith('的') || quantityAt(after, 0, vocabulary, true)) return false
  if (vocabulary.wordsAt(after).length > 0) return false
  const next = ruleAt(rules, after, 0)
  return !next || next.kind === 'rest'
}

function quantityAt(
  line: string,
  from: number,
  { wordsAt, units, ownUnits }: Vocabulary,
  isAfterWord: boolean,
): Token | undefined {
  for (const { before, sign, isEach = false } of quantityForms) {
    const [told] = before ? (matchAt(before, line, from) ?? []) : ['']
    if (told === undefined) continue
    const at = afterSpace(line, from + told.length)
    const [digits] = matchAt(numeral, line, at) ?? []
    const count = digits && toNumber(digits)
    if (!digits || typeof count !== 'number') continue
    const end = at + digits.length
    const unitAt = afterSpace(line, end)
    // 「補充包+1 瓶裝+1」: 「瓶」 begins a name.
    const isName = wordsAt(line, unitAt).some(({ text }) => text.length > 1)
    const unit = isName ? undefined : units.find((one) => line.startsWith(one, unitAt))
    // 「抹茶一、鮮奶二」 has quantities, 「一起」 has none.
    const isAtEnd = isAfterWord && /^(?:$|[\s,、;。!~])/.test(line.slice(end))
    if (!before && !unit && !/^\d/.test(digits) && !isAtEnd) continue
    const to = unit ? unitAt + unit.length : end
    if (!unit && !matchAt(otherMeasure, line, to)) continue
    const isBare = !before && unit === undefined
    const isBoxed =
      unit !== undefined && boxes.has(unit) && ownUnits.size > 0 && !ownUnits.has(unit)
    const quantity = { kind: 'quantity', from, to, sign, count, isEach, isBare } as const
    return isBoxed ? { ...quantity, isBoxed } : quantity
  }
  return undefined
}

function afterSpace(line: string, at: number): number {
  return line[at] === ' ' ? at + 1 : at
}

const digitsOf = '一二三四五六七八九'

/** Also of Chinese numerals below 100; undefined for a row of digits such as 「一二」. */
function toNumber(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text)
  const match = /^([一二兩三四五六七八九])?(十)?([一二三四五六七八九])?$/.exec(text)
  if (!match) return undefined
  const [, tens, ten, ones] = match
  const value = (sign: string | undefined) =>
    sign === '兩' ? 2 : sign === undefined ? 0 : digitsOf.indexOf(sign) + 1
  if (ten) return (tens ? value(tens) : 1) * 10 + value(ones)
  return ones === undefined ? value(tens) || undefined : tens ? undefined : value(ones)
}

/** Two characters or more of a title are the title. */
function toPartOfTitle(token: Token, { titles }: Vocabulary): Token {
  if (token.kind !== 'rest' || !/^[\p{Script=Han}]{2,}$/u.test(token.text)) return token
  const { from, to, text } = token
  const sold = new Set(
    titles.filter((title) => title.text.includes(text)).flatMap((title) => [...title.sold]),
  )
  return sold.size > 0 ? { kind: 'word', from, to, sold } : token
}

function matchAt(pattern: RegExp, line: string, from: number): RegExpExecArray | null {
  pattern.lastIndex = from
  return pattern.exec(line)
}
