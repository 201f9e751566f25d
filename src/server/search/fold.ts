import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../programs.ts'

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

function readSimplified(): Map<string, string> {
  const lines = readFileSync(join(root, 'src/server/search/simplified.txt'), 'utf8').split('\n')
  const characters = lines.filter((line) => !line.startsWith('#')).flatMap((line) => [...line])
  const pairs = new Map<string, string>()
  for (let index = 0; index + 1 < characters.length; index += 2) {
    pairs.set(characters[index] ?? '', characters[index + 1] ?? '')
  }
  return pairs
}
