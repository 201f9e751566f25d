import type { CardFont, Glyph } from './card-font.ts'

/** A line of text as outlines, and how wide it is in pixels. */
export interface TextLine {
  /** As it is drawn: whole, or nothing of a text that has a character without a glyph. */
  text: string
  glyphs: Glyph[]
  width: number
}

interface Word extends TextLine {
  isSpace: boolean
}

/** Never begins a line. */
const closing = /^[，。、！？：；）」』】〉》…,.!?:;)\]}%]/u
/** Never ends a line. */
const opening = /[（「『【《〈([{]$/u

const endOfClause = /[，。、！？：；｜|]$|^ $/u

/** The text on one line, whatever its width. */
export async function singleLine(font: CardFont, text: string, size: number): Promise<TextLine> {
  return join(await splitWords(font, text, size))
}

interface Place {
  size: number
  width: number
  lines: number
}

/** As `wrapText`, on lines of about the same length: no single word stands on the last one. */
export async function balanceText(font: CardFont, text: string, place: Place): Promise<TextLine[]> {
  const whole = await wrapText(font, text, place)
  const shown = whole.map((line) => line.text).join('')
  let best = whole
  for (let width = place.width - place.size / 2; whole.length > 1; width -= place.size / 2) {
    const narrower = await wrapText(font, text, { ...place, width })
    if (narrower.map((line) => line.text).join('') !== shown) return best
    best = narrower
  }
  return best
}

/**
 * The text on at most `lines` lines of `width` pixels, the last one cut with 「…」. Lines end at a
 * punctuation mark where the text has room for that.
 */
export async function wrapText(
  font: CardFont,
  text: string,
  { size, width, lines }: Place,
): Promise<TextLine[]> {
  const words = await splitWords(font, text, size)
  const byClause = wrapClauses(words, width)
  if (byClause.length <= lines && byClause.every((line) => line.width <= width)) return byClause
  const ellipsis = await singleLine(font, '…', size)
  const wrapped: TextLine[] = []
  while (words.length > 0 && wrapped.length < lines) {
    while (words[0]?.isSpace) words.shift()
    if (words.length === 0) break
    const isLast = wrapped.length === lines - 1
    const line = takeLine(words, width)
    if (!isLast || words.every(({ isSpace }) => isSpace)) {
      wrapped.push(join(line))
      continue
    }
    const shortened = line.flatMap((word) => splitWord(word, size))
    while (join(shortened).width > width - ellipsis.width) shortened.pop()
    while (shortened.at(-1)?.isSpace) shortened.pop()
    wrapped.push(join([...shortened, { ...ellipsis, isSpace: false }]))
  }
  return wrapped
}

/** As many whole clauses on each line as it has room for. */
function wrapClauses(words: readonly Word[], width: number): TextLine[] {
  const lines: Word[][] = []
  let clause: Word[] = []
  for (const [index, word] of words.entries()) {
    clause.push(word)
    if (index < words.length - 1 && !endOfClause.test(word.text)) continue
    const line = lines.at(-1)
    if (line && join([...line, ...clause]).width <= width) line.push(...clause)
    else lines.push(clause)
    clause = []
  }
  return lines.map((line) => join(withoutEdges(line)))
}

function withoutEdges(line: Word[]): Word[] {
  const first = line.findIndex(({ isSpace }) => !isSpace)
  const last = line.findLastIndex(({ isSpace }) => !isSpace)
  return line.slice(Math.max(0, first), last + 1)
}

/** Takes the words of one line away; a word that is wider than a line is taken in part. */
function takeLine(words: Word[], width: number): Word[] {
  const line: Word[] = []
  let used = 0
  for (let word = words[0]; word && used + word.width <= width; word = words[0]) {
    line.push(word)
    used += word.width
    words.shift()
  }
  const [tooWide] = words
  if (line.length > 0 || !tooWide) return line
  const parts = splitWord(tooWide, (tooWide.width / Math.max(1, advanceOf(tooWide))) * 1_000)
  words.splice(0, 1, ...parts)
  // A single character is never wider than a line.
  return parts.length > 1 ? takeLine(words, width) : words.splice(0, 1)
}

/** Joiners, variation selectors and marks of direction, which have no form of their own. */
const unseen = /^[\p{Cf}\p{Variation_Selector}]$/u

const latin = /^[\p{sc=Latin}\p{N}$.,'%/:-]/u
const segmenter = new Intl.Segmenter('zh-TW', { granularity: 'word' })

/** Words, runs of letters and digits stay together, and so do brackets and what they enclose next to them. */
async function splitWords(font: CardFont, text: string, size: number): Promise<Word[]> {
  const plain = text.replace(/\s+/gu, ' ').trim()
  const runs = (
    plain.match(/[\p{sc=Latin}\p{N}$.,'%/:-]+|[^\p{sc=Latin}\p{N}$.,'%/:-]+/gu) ?? []
  ).flatMap((run) =>
    latin.test(run) ? [run] : [...segmenter.segment(run)].map(({ segment }) => segment),
  )
  const words: Word[] = []
  for (const run of runs) {
    const glyphs: Glyph[] = []
    let drawn = ''
    for (const character of run) {
      if (unseen.test(character)) continue
      const glyph = await font(character)
      // A name without one of its characters is another name.
      if (!glyph) return []
      glyphs.push(glyph)
      drawn += character
    }
    if (glyphs.length === 0) continue
    const word = toWord(drawn, glyphs, size)
    const before = words.at(-1)
    if (before && !before.isSpace && (closing.test(drawn) || opening.test(before.text))) {
      words[words.length - 1] = toWord(before.text + drawn, [...before.glyphs, ...glyphs], size)
    } else words.push(word)
  }
  return words
}

function toWord(text: string, glyphs: Glyph[], size: number): Word {
  const advance = glyphs.reduce((sum, glyph) => sum + glyph.advance, 0)
  return { text, glyphs, width: (advance * size) / 1_000, isSpace: text === ' ' }
}

/** Into characters, with the marks that must not stand apart from them. */
function splitWord(word: Word, size: number): Word[] {
  const parts: Word[] = []
  for (const [index, character] of [...word.text].entries()) {
    const glyphs = word.glyphs.slice(index, index + 1)
    const before = parts.at(-1)
    if (before && (closing.test(character) || opening.test(before.text))) {
      parts[parts.length - 1] = toWord(before.text + character, [...before.glyphs, ...glyphs], size)
    } else parts.push(toWord(character, glyphs, size))
  }
  return parts
}

function advanceOf({ glyphs }: Word): number {
  return glyphs.reduce((sum, { advance }) => sum + advance, 0)
}

function join(words: readonly TextLine[]): TextLine {
  return {
    text: words.map(({ text }) => text).join(''),
    glyphs: words.flatMap(({ glyphs }) => glyphs),
    width: words.reduce((sum, { width }) => sum + width, 0),
  }
}
