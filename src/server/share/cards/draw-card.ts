import { brandColors } from '#contract/brand-colors.ts'
import type { CardContent } from '#contract/card.ts'
import { loadSharp } from '../../uploads/load-sharp.ts'
import type { CardFont } from './card-font.ts'
import { balanceText, singleLine, type TextLine, wrapText } from './card-text.ts'

const width = 1_200
const height = 630
/** The picture is a square at the right. */
const pictureLeft = width - height
const left = 64
const textWidth = pictureLeft - left - 40
const priceSize = 66
const maxBytes = 300_000
const logoSpace = 72
/** Multiplied with the card's ground, it becomes that. */
const logoGround = '#ffffff'

/** The colours of the storefront: `web/ui/tokens.css`. */
const themeColours = {
  paper: '#FBF8F3',
  sand: '#F2EADF',
  mark: '#CDBFAE',
  ink: '#2A2521',
  muted: '#6B625A',
  accent: '#AD4E28',
  sage: '#5E7361',
  white: '#FFFFFF',
  fill: '#AD4E28',
  onFill: '#FFFFFF',
}

/** The same of a brand. */
function coloursOf({ colors }: CardContent): typeof themeColours {
  if (!colors) return themeColours
  const own = brandColors({ accent: colors.accent, ground: colors.paper }).colors
  const { paper, sand, ink, accent, sage } = own
  return {
    ...{ paper, sand, ink, accent, sage },
    mark: own['line-strong'],
    muted: own['ink-muted'],
    white: own['on-accent'],
    fill: own.fill,
    onFill: own['on-fill'],
  }
}

/** The card as a JPEG of 1200 x 630 pixels; `picture` is its photograph or its logo. */
export async function drawCard(
  font: CardFont,
  content: CardContent,
  picture: Buffer | undefined,
): Promise<Buffer> {
  const sharp = await loadSharp()
  const isLogo = content.logo !== undefined
  const square = picture && (await squarePicture(picture, isLogo))
  const svg = Buffer.from(await cardSvg(font, content, square === undefined))
  const blend = isLogo ? 'multiply' : 'over'
  const card = sharp(svg).composite(
    square ? [{ input: square, left: pictureLeft, top: 0, blend }] : [],
  )
  const pixels = await card.flatten().raw().toBuffer({ resolveWithObject: true })
  for (const quality of [86, 70, 50, 30]) {
    const { width, height, channels } = pixels.info
    const bytes = await sharp(pixels.data, { raw: { width, height, channels } })
      .jpeg({ quality, mozjpeg: true })
      .toBuffer()
    if (bytes.length < maxBytes) return bytes
  }
  throw new Error('a card does not become small enough')
}

/** A logo whole, no larger than it is, with space around it. Undefined for a file that is no picture. */
async function squarePicture(picture: Buffer, isLogo: boolean): Promise<Buffer | undefined> {
  const sharp = await loadSharp()
  try {
    if (!isLogo) return await sharp(picture).resize(height, height).toBuffer()
    const most = height - 2 * logoSpace
    const { data, info } = await sharp(picture)
      .resize(most, most, { fit: 'inside', withoutEnlargement: true })
      .flatten({ background: logoGround })
      .toBuffer({ resolveWithObject: true })
    const [top, left] = [info.height, info.width].map((side) =>
      Math.floor((height - side) / 2),
    ) as [number, number]
    return await sharp(data)
      .extend({
        top,
        left,
        bottom: height - info.height - top,
        right: height - info.width - left,
        background: logoGround,
      })
      .png()
      .toBuffer()
  } catch {
    return undefined
  }
}

export async function cardSvg(
  font: CardFont,
  content: CardContent,
  isBare: boolean,
): Promise<string> {
  const colours = coloursOf(content)
  const parts = [
    rect({ x: 0, y: 0, width, height, fill: colours.paper }),
    rect({ x: pictureLeft, y: 0, width: height, height, fill: colours.sand }),
    rect({ x: left, y: 62, width: 44, height: 6, fill: colours.fill, radius: 3 }),
  ]
  const add = (line: TextLine, at: { x?: number; y: number; size: number; fill: string }) =>
    parts.push(outlines(line, { x: left, ...at }))

  const [shop] = await wrapText(font, content.shop, { size: 28, width: textWidth, lines: 1 })
  if (shop) add(shop, { y: 114, size: 28, fill: colours.muted })
  if (isBare) {
    const size = 64
    const [mark] = await wrapText(font, content.shop, { size, width: height - 96, lines: 1 })
    if (mark)
      add(mark, { x: pictureLeft + (height - mark.width) / 2, y: 340, size, fill: colours.mark })
  }
  const { top, size, lines } = titlePlace(content)
  const place = { size, width: textWidth, lines }
  const title = await (content.price ? wrapText : balanceText)(font, content.title, place)
  for (const [index, line] of title.entries()) {
    add(line, { y: top + index * size * 1.4, size, fill: colours.ink })
  }
  if (content.price) {
    const y = priceBaseline(content)
    const label = await singleLine(font, content.label ?? '', 30)
    add(label, { y, size: 30, fill: colours.muted })
    const x = label.width > 0 ? left + label.width + 16 : left
    const whole = await singleLine(font, content.price, priceSize)
    const size = Math.min(priceSize, Math.floor((priceSize * (left + textWidth - x)) / whole.width))
    add(await singleLine(font, content.price, size), { x, y, size, fill: colours.ink })
  }
  if (content.lowest) {
    const y = priceBaseline(content) + 42
    add(await singleLine(font, content.lowest, 28), { y, size: 28, fill: colours.accent })
  }
  if (content.struck) {
    const struck = await singleLine(font, content.struck, 32)
    add(struck, { y: 570, size: 32, fill: colours.muted })
    parts.push(rect({ x: left, y: 557, width: struck.width, height: 3, fill: colours.muted }))
  }
  if (content.badge) {
    const text = await singleLine(font, content.badge.text, 34)
    const isAccent = content.badge.tone === 'accent'
    const fill = isAccent ? colours.fill : colours.sage
    const ink = isAccent ? colours.onFill : colours.white
    parts.push(rect({ x: left, y: 458, width: text.width + 48, height: 64, fill, radius: 32 }))
    add(text, { x: left + 24, y: 502, size: 34, fill: ink })
  }
  if (content.deadline) {
    add(await singleLine(font, content.deadline, 28), { y: 570, size: 28, fill: colours.muted })
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${parts.join('')}</svg>`
}

/** Large and in the middle where nothing is below it; on three lines where the price stands lower. */
function titlePlace({ price, badge, deadline }: CardContent) {
  if (!price) return { top: 340, size: 64, lines: 2 }
  return { top: 216, size: 52, lines: badge || deadline ? 2 : 3 }
}

/** Above what stands below it. */
function priceBaseline({ lowest, badge, deadline, struck }: CardContent): number {
  if (badge || deadline) return lowest ? 388 : 424
  return struck || lowest ? 520 : 560
}

function rect(shape: {
  x: number
  y: number
  width: number
  height: number
  fill: string
  radius?: number
}): string {
  const { x, y, fill, radius = 0 } = shape
  return `<rect x="${x}" y="${y}" width="${shape.width}" height="${shape.height}" rx="${radius}" fill="${fill}"/>`
}

/** Outlines instead of text: the machine may have no font at all. */
function outlines(
  { glyphs }: TextLine,
  { x, y, size, fill }: { x: number; y: number; size: number; fill: string },
): string {
  const scale = size / 1_000
  let at = 0
  const paths = glyphs.map(({ path, advance }) => {
    const drawn = `<path transform="translate(${at} 0)" d="${path}"/>`
    at += advance
    return drawn
  })
  return `<g transform="translate(${x} ${y}) scale(${scale} ${-scale})" fill="${fill}">${paths.join('')}</g>`
}
