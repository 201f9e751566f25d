import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { logoIconSizes, logoIconUrl } from '#contract/uploads.ts'
import { ShopError } from '../http/shop-error.ts'
import { loadSharp } from './load-sharp.ts'
import { assertRaster, type Picture, type PictureFile } from './picture.ts'

/** Twice what the header shows, for dense screens. */
const logoBox = { width: 640, height: 160 }
const maxSvgBytes = 512 * 1024
const maxRatio = 12
const decodeSeconds = 10
/** Part of the hash: a changed way of drawing makes new names. */
const pipelineVersion = 'logo 1'
const white = '#ffffff'
const clear = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * The pictures of a logo: one for the header, transparent where the logo is, and icons. An SVG is
 * drawn here and never served, so nothing in it runs or loads.
 */
export async function createLogo(bytes: Buffer, fileName = ''): Promise<Picture> {
  try {
    const drawn = isSvg(bytes) ? await openSvg(bytes) : await openRaster(bytes, fileName)
    const { data, info } = await drawn
      .resize({ ...logoBox, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .ensureAlpha()
      .png({ compressionLevel: 9 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer({ resolveWithObject: true })
    const hash = createHash('sha256').update(pipelineVersion).update(bytes).digest('hex')
    const name = `${hash.slice(0, 32)}-${info.width}x${info.height}.png`
    const files: PictureFile[] = [{ name, bytes: data }]
    for (const size of logoIconSizes) {
      files.push({ name: logoIconUrl(name, size), bytes: await drawIcon(data, size) })
    }
    return { name, files }
  } catch (cause) {
    throw cause instanceof ShopError ? cause : new ShopError('UPLOAD_NOT_A_PICTURE', { cause })
  }
}

/** A square: the smallest one for tabs, the others on white, since telephones cut their corners. */
async function drawIcon(logo: Buffer, size: number): Promise<Buffer> {
  const sharp = await loadSharp()
  const isForTab = size <= 32
  const margin = isForTab ? 0 : Math.round(size * 0.14)
  const inner = size - 2 * margin
  const background = isForTab ? clear : white
  const drawn = isForTab ? sharp(logo) : sharp(logo).flatten({ background })
  return drawn
    .resize({ width: inner, height: inner, fit: 'contain', background })
    .extend({ top: margin, bottom: margin, left: margin, right: margin, background })
    .png()
    .toBuffer()
}

async function openRaster(bytes: Buffer, fileName: string): Promise<Sharp> {
  await assertRaster(bytes, fileName)
  const sharp = await loadSharp()
  return sharp(bytes, { pages: 1, failOn: 'error' }).autoOrient()
}

/** As large as the header needs it, whatever size the file says. */
async function openSvg(bytes: Buffer): Promise<Sharp> {
  if (bytes.length > maxSvgBytes) throw refusal('SVG 檔案不可超過 512 KB')
  // Entities could grow it to any size; without NULs a text in UTF-16 is read, too.
  const text = bytes.toString('latin1').replaceAll('\0', '').toUpperCase()
  const [, ...doctypes] = text.split('<!DOCTYPE')
  const hasSubset = doctypes.some((one) => one.slice(0, one.indexOf('>')).includes('['))
  if (text.includes('<!ENTITY') || hasSubset) {
    throw refusal('SVG 檔案不可含有 ENTITY')
  }
  const sharp = await loadSharp()
  const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
  if (!width || !height) throw new ShopError('UPLOAD_NOT_A_PICTURE')
  if (Math.max(width, height) > maxRatio * Math.min(width, height)) {
    throw refusal(`標誌的長邊不可超過短邊的 ${maxRatio} 倍`)
  }
  const scale = Math.min(logoBox.width / width, logoBox.height / height)
  const density = Math.min(Math.max(72 * scale, 1), 20_000)
  return sharp(bytes, { density, limitInputPixels: 4_000_000 })
}

function isSvg(bytes: Buffer): boolean {
  const text = bytes
    .subarray(0, 4_096)
    .toString('utf8')
    .replace(/^\uFEFF/, '')
    .trimStart()
  return text.startsWith('<') && /<svg[\s>]/i.test(text)
}

function refusal(why: string): ShopError {
  return new ShopError('UPLOAD_NOT_A_PICTURE', { message: `檔案格式錯誤：${why}` })
}
