import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { Font } from 'harfbuzzjs'

/** The outline of one character, in units of a thousandth of the type's size, y upwards. */
export interface Glyph {
  path: string
  advance: number
}

/** Gives the glyph of a character; undefined where the font has none, as for an emoji. */
export type CardFont = (character: string) => Promise<Glyph | undefined>

/** A part of the font: which characters are in it, and its file. */
interface Face {
  url: URL
  has: (codePoint: number) => boolean
}

const weight = 600
const styles = new URL(import.meta.resolve('@fontsource-variable/noto-sans-tc/index.css'))

/**
 * Noto Sans TC as the npm package has it, in a hundred small files of which each card needs a few.
 * They are read when a character of them is first drawn; all of them take 11 MB. The libraries are
 * loaded then, too: a shop whose links nobody shares needs none of it.
 */
export function createCardFont(): CardFont {
  const fonts = new Map<Face, Promise<Font>>()
  const glyphs = new Map<string, Glyph | undefined>()
  let faces: Promise<Face[]> | undefined

  async function findGlyph(character: string): Promise<Glyph | undefined> {
    const codePoint = character.codePointAt(0) ?? 0
    faces ??= readFaces()
    const face = (await faces).findLast(({ has }) => has(codePoint))
    if (!face) return undefined
    const loading = fonts.get(face) ?? loadFont(face)
    fonts.set(face, loading)
    const font = await loading
    const id = font.glyph(codePoint)
    return id === undefined || id === 0
      ? undefined
      : { path: font.glyphToPath(id), advance: font.glyphHAdvance(id) }
  }

  return async (character) => {
    if (glyphs.has(character)) return glyphs.get(character)
    const glyph = await findGlyph(character)
    if (glyphs.size > 2_000) glyphs.clear()
    glyphs.set(character, glyph)
    return glyph
  }
}

async function loadFont({ url }: Face): Promise<Font> {
  const [{ Blob, Face: FontFace, Font, Variation }, { default: decompress }, bytes] =
    await Promise.all([
      import('harfbuzzjs'),
      import('wawoff2/decompress.js'),
      readFile(fileURLToPath(url)),
    ])
  const font = new Font(new FontFace(new Blob((await decompress(bytes)).slice().buffer), 0))
  font.setVariations([new Variation('wght', weight)])
  return font
}

/** From the style sheet of the package: `src: url(./files/...)` and `unicode-range: U+4e00-4e0f,...`. */
async function readFaces(): Promise<Face[]> {
  const css = await readFile(fileURLToPath(styles), 'utf8')
  return css.split('@font-face').flatMap((rule) => {
    const file = /url\(\.\/(files\/[\w.-]+\.woff2)\)/.exec(rule)?.[1]
    const range = /unicode-range: ([^;]+);/.exec(rule)?.[1]
    if (!file || !range) return []
    const ranges = range.split(',').map((part) => {
      const [first = '', last = first] = part.trim().slice(2).split('-')
      return { first: Number.parseInt(first, 16), last: Number.parseInt(last, 16) }
    })
    return {
      url: new URL(file, styles),
      has: (codePoint: number) =>
        ranges.some(({ first, last }) => codePoint >= first && codePoint <= last),
    }
  })
}
