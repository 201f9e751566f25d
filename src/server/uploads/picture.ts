import { createHash } from 'node:crypto'
import type { Sharp } from 'sharp'
import { type PictureFormat, variantUrl, variantWidths } from '#contract/uploads.ts'
import { ShopError } from '../http/shop-error.ts'
import { loadSharp } from './load-sharp.ts'

/** One file of a picture: its name in the store and its bytes. */
export interface PictureFile {
  name: string
  bytes: Buffer
}

export interface Picture {
  /** The name of the JPEG that stands for the whole: `<hash>-<width>x<height>.jpg`. */
  name: string
  files: PictureFile[]
}

const maxPixels = 24_000_000
const maxSide = 12_000
const decodeSeconds = 20
const longestSide = 1600
/** Part of the hash: a changed way of encoding makes new names, since old ones are cached for good. */
const pipelineVersion = '1'
const readableFormats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

/**
 * Decodes the bytes and encodes the picture again, in all its widths: no byte of the original and
 * none of its metadata survives. Refuses all that is no raster picture of a sane size.
 */
export async function createPicture(bytes: Buffer): Promise<Picture> {
  try {
    const upright = await decode(bytes)
    const { data, info } = await upright
      .jpeg({ quality: 82, mozjpeg: true })
      .toBuffer({ resolveWithObject: true })
    const hash = createHash('sha256').update(pipelineVersion).update(bytes).digest('hex')
    const name = `${hash.slice(0, 32)}-${info.width}x${info.height}.jpg`
    const files: PictureFile[] = [{ name, bytes: data }]
    for (const width of variantWidths(info.width)) {
      files.push(await variant(upright, name, width, 'webp'))
      files.push(await variant(upright, name, width, 'avif'))
    }
    return { name, files }
  } catch (cause) {
    throw cause instanceof ShopError ? cause : new ShopError('UPLOAD_NOT_A_PICTURE', { cause })
  }
}

/** The first frame, upright, on white where it was transparent, in sRGB and no larger than needed. */
async function decode(bytes: Buffer): Promise<Sharp> {
  if (!looksLikePicture(bytes)) throw new ShopError('UPLOAD_NOT_A_PICTURE')
  const sharp = await loadSharp()
  const options = { limitInputPixels: maxPixels, pages: 1, failOn: 'error' } as const
  const { format, width: widest, height: highest } = await sharp(bytes, options).metadata()
  const isSane = readableFormats.has(format) && Math.max(widest, highest) <= maxSide
  if (!isSane) throw new ShopError('UPLOAD_NOT_A_PICTURE')
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .timeout({ seconds: decodeSeconds })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
}

async function variant(
  picture: Sharp,
  name: string,
  width: number,
  format: PictureFormat,
): Promise<PictureFile> {
  const resized = picture.clone().resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'avif' ? resized.avif({ quality: 50, effort: 3 }) : resized.webp({ quality: 75 })
  return { name: variantUrl(name, width, format), bytes: await encoded.toBuffer() }
}

/** By the first bytes, so that no other decoder of the library is ever started. */
function looksLikePicture(bytes: Buffer): boolean {
  const text = bytes.subarray(0, 16).toString('latin1')
  return (
    text.startsWith('\xff\xd8\xff') ||
    text.startsWith('\x89PNG\r\n\x1a\n') ||
    text.startsWith('GIF8') ||
    /^RIFF[\s\S]{4}WEBP/.test(text) ||
    /^[\s\S]{4}ftyp(avif|avis|heic|mif1)/.test(text)
  )
}
