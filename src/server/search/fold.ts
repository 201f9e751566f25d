import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../programs.ts'

/** Of a longer run of letters or digits this much counts: more than a search can hold. */
const maxToken = 64

const isAlone = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー]$/u
const isCharacter = /^[\p{L}\p{M}\p{N}]$/u
const isDigit = /^\p{Nd}$/u

type Kind = 'none' | 'alone' | 'letter' | 'digit'

const simplified = readSimplified()
/** Other forms of a character, in pairs, that simplifying leaves apart: those of common goods. */
const variants = new Map(
  '著着 韮韭 菓果 粧妆 椀碗 盌碗 鍊链 栢柏 鵞鹅 蕃番 桔橘 荳豆 枱台 揹背 毬球 苺莓 鞵鞋 麹曲 鶏鸡 塩盐 桜樱 栄荣'
    .split(' ')
    .map(([from = '', to = '']) => [from, to]),
)
/** Letters that no decomposition takes their mark from. */
const letters = new Map(
  Object.entries({
    ß: 'ss',
    æ: 'ae',
    œ: 'oe',
    ø: 'o',
    đ: 'd',
    ð: 'd',
    þ: 'th',
    ł: 'l',
    ħ: 'h',
  }).concat([
    ['ı', 'i'],
    ['ς', 'σ'],
  ]),
)

/**
 * A text as searches compare it: letters and digits alone, without case, full-width forms, marks of
 * Latin letters, spaces and signs; ideographs and their variants in one form.
 */
export function foldText(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFKC')
  const kept = plain.toLowerCase().replace(/[^\p{L}\p{M}\p{N}\p{So}]|[\ufe00-\ufe0f]/gu, '')
  return Array.from(kept, (character) => {
    const folded = simplified.get(character) ?? character
    return variants.get(folded) ?? letters.get(folded) ?? folded
  }).join('')
}

/**
 * The tokens of a text: full-width forms and case are folded, each ideograph to its simplified
 * form. Each ideograph, kana and Bopomofo is a token, and so is each run of letters or digits; all
 * else parts tokens and is none. The index holds what `search_tokens` in SQL makes of the same text.
 */
export function foldTokens(text: string): string[] {
  const tokens: string[] = []
  let last: Kind = 'none'
  for (const character of text.normalize('NFKC')) {
    const kind = kindOf(character)
    if (kind !== 'none') {
      const folded = simplified.get(character) ?? character.toLowerCase()
      if (kind === 'alone' || kind !== last) tokens.push(folded)
      else tokens.push(`${tokens.pop()}${folded}`)
    }
    last = kind
  }
  return tokens.map((token) => (token.length > maxToken ? cut(token) : token))
}

/** A field of the index: its tokens with a space around each. */
export function foldField(text: string): string {
  const tokens = foldTokens(text)
  return tokens.length === 0 ? '' : ` ${tokens.join(' ')} `
}

/** Whether a token is an ideograph, kana or Bopomofo, and no run of letters or digits. */
export function isIdeographToken(token: string): boolean {
  return [...token].length === 1 && kindOf(token) === 'alone'
}

function cut(token: string): string {
  return [...token].slice(0, maxToken).join('')
}

function kindOf(character: string): Kind {
  const code = character.codePointAt(0) ?? 0
  if (isIdeograph(code)) return 'alone'
  if (code > 0xffff || !isCharacter.test(character)) return 'none'
  if (isAlone.test(character)) return 'alone'
  return isDigit.test(character) ? 'digit' : 'letter'
}

/** The blocks of unified ideographs, whatever of them is assigned. */
function isIdeograph(code: number): boolean {
  return (
    (code >= 0x3400 && code <= 0x4dbf) ||
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x20000 && code <= 0x3ffff)
  )
}

function readSimplified(): Map<string, string> {
  const lines = readFileSync(join(root, 'src/server/search/simplified.txt'), 'utf8').split('\n')
  const characters = lines.filter((line) => !line.startsWith('#')).flatMap((line) => [...line])
  const pairs = new Map<string, string>()
  for (let index = 0; index + 1 < characters.length; index += 2) {
    pairs.set(characters[index] ?? '', characters[index + 1] ?? '')
  }
  return pairs
}
