import { createHash } from 'node:crypto'
import type { Metadata, Sharp } from 'sharp'
import { groupDigits } from '#contract/money.ts'
import { type PictureFormat, variantUrl, variantWidths } from '#contract/uploads.ts'
import { ShopError } from '../http/shop-error.ts'
import { shorten } from '../input/shorten.ts'
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

/** Of formats that are decoded line by line, and of JPEG, which is scaled while it is decoded. */
const maxPixels = { jpeg: 210_000_000, png: 50_000_000 }
/** Of pictures that are decoded as a whole: interlaced and progressive ones, and other formats. */
const maxPixelsAtOnce = 30_000_000
/** The longer side by the shorter one; a long picture of details has about 20. */
const maxRatio = 40
const decodeSeconds = 20
const longestSide = 1600
/** A tall picture is read from top to bottom, so its width counts; WebP has no more than 16,383. */
const tall = { ratio: 2.5, width: 1280, height: 16_000, pixels: 5_000_000 }
/** Part of the hash: a changed way of encoding makes new names, since old ones are cached for good. */
const pipelineVersion = '1'
const formatNames: Partial<Record<string, string>> = {
  jpeg: 'JPEG',
  png: 'PNG',
  webp: 'WebP',
  gif: 'GIF',
  heif: 'AVIF',
}

/**
 * Decodes the bytes and encodes the picture again, in all its widths: no byte of the original and
 * none of its metadata survives. Refuses all that is no raster picture of a sane size; what it could
 * be told from is said by its file name.
 */
export async function createPicture(bytes: Buffer, fileName = ''): Promise<Picture> {
  try {
    const upright = await decode(bytes, fileName)
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

/** Throws for all that is no raster picture of a sane size. */
export async function assertRaster(
  bytes: Buffer,
  fileName: string,
): Promise<{ width: number; height: number }> {
  if (!looksLikePicture(bytes)) throw new ShopError('UPLOAD_NOT_A_PICTURE')
  if (isHeic(bytes)) throw refusal(fileName, heicAdvice)
  const sharp = await loadSharp()
  // The header alone is read, so no size is too large for it.
  const options = { limitInputPixels: false, pages: 1, failOn: 'error' } as const
  return judgeSize(await sharp(bytes, options).metadata(), fileName)
}

/** The first frame, upright, on white where it was transparent, in sRGB and no larger than needed. */
async function decode(bytes: Buffer, fileName: string): Promise<Sharp> {
  const size = await assertRaster(bytes, fileName)
  const sharp = await loadSharp()
  const options = { limitInputPixels: maxPixels.jpeg, pages: 1, failOn: 'error' } as const
  const { data, info } = await sharp(bytes, options)
    .autoOrient()
    .flatten({ background: '#ffffff' })
    .resize({ ...size, fit: 'inside', withoutEnlargement: true })
    .toColourspace('srgb')
    .raw()
    .timeout({ seconds: decodeSeconds })
    .toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return sharp(data, { raw: { width, height, channels } })
}

/** The box that a picture is scaled into; throws for one that would cost too much, and says why. */
function judgeSize(header: Metadata, fileName: string): { width: number; height: number } {
  const { format, width, height, isProgressive, autoOrient } = header
  const name = formatNames[format]
  if (name === undefined) throw new ShopError('UPLOAD_NOT_A_PICTURE')
  const byFormat = format === 'jpeg' || format === 'png' ? maxPixels[format] : maxPixelsAtOnce
  const most = isProgressive ? Math.min(byFormat, maxPixelsAtOnce) : byFormat
  const is = `${groupDigits(width)} × ${groupDigits(height)} 像素的 ${name}`
  if (width * height > most) {
    throw refusal(fileName, `是 ${is}，上限為 ${groupDigits(most / 10_000)} 萬像素`)
  }
  if (Math.max(width, height) > maxRatio * Math.min(width, height)) {
    throw refusal(fileName, `是 ${is}，長邊不可超過短邊的 ${maxRatio} 倍`)
  }
  return boxFor(autoOrient.height / autoOrient.width)
}

/** The largest size of a stored picture whose height is `ratio` times its width. */
export function boxFor(ratio: number): { width: number; height: number } {
  if (ratio < tall.ratio) return { width: longestSide, height: longestSide }
  const byPixels = Math.floor(Math.sqrt(tall.pixels * ratio))
  return { width: tall.width, height: Math.min(tall.height, byPixels) }
}

const heicAdvice =
  '是 HEIC 照片，瀏覽器無法顯示。請在 iPhone 的「設定 → 相機 → 格式」選「最相容」，或轉存為 JPEG 後再上傳'

function refusal(fileName: string, why: string): ShopError {
  const name = shorten(fileName.replace(/[\p{Cc}\p{Cf}]/gu, ''), 60) || '檔案'
  return new ShopError('UPLOAD_NOT_A_PICTURE', { message: `檔案格式錯誤：「${name}」${why}` })
}

/** Of the container that AVIF has, too: HEVC, which no browser but Safari shows. */
function isHeic(bytes: Buffer): boolean {
  if (bytes.toString('latin1', 4, 8) !== 'ftyp') return false
  const brands = bytes.toString('latin1', 8, Math.min(bytes.readUInt32BE(0), 128))
  return !/avi[fs]/.test(brands) && /hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)
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
    /^[\s\S]{4}ftyp(avi[fs]|hei[cxms]|hev[cxms]|mif1|msf1)/.test(text)
  )
}
