import { endpoint } from './endpoint.ts'
import type * as schema from './uploads.schema.ts'

export const maxPictureBytes = 20 * 1024 * 1024
/** The types that a browser offers to choose: without HEIC, so that an iPhone sends a JPEG of it. */
export const acceptedPictures = 'image/jpeg,image/png,image/webp,image/gif,image/avif'

/** A logo may be drawn, too. */
export const acceptedLogos = `${acceptedPictures},image/svg+xml`

export const uploadApi = {
  upload: endpoint<typeof schema.upload>({
    method: 'POST',
    path: '{shop}/admin/upload',
    caller: 'admin',
    permission: 'catalog.write',
    action: 'picture.upload',
    summary: 'Store a picture (multipart, any field name)',
    upload: { maxFileBytes: maxPictureBytes, maxFiles: 2 },
  }),
}

/** The widths of the stored variants of a picture of our own, up to the width of the original. */
const pictureWidths = [320, 640, 960, 1280] as const
export type PictureFormat = 'avif' | 'webp'

/** A picture of our own: `/uploads/<hash>-<width>x<height>.jpg`, its size in pixels in the name. */
const ownPicture = /\/uploads\/[0-9a-f]{32}-([0-9]{1,5})x([0-9]{1,5})\.jpg$/

/** Width and height in pixels of a picture of our own; undefined for any other address. */
export function pictureSize(url: string): { width: number; height: number } | undefined {
  const match = ownPicture.exec(url)
  return match ? { width: Number(match[1]), height: Number(match[2]) } : undefined
}

/** The widths that exist of a picture `width` pixels wide: the fixed ones below it, then its own. */
export function variantWidths(width: number): number[] {
  const widest = Math.min(width, 1280)
  return [...pictureWidths.filter((fixed) => fixed < widest), widest]
}

/** The address of one width and format of a picture of our own. */
export function variantUrl(url: string, width: number, format: PictureFormat): string {
  return url.replace(/\.jpg$/, `-${width}.${format}`)
}

/** Tabs, a telephone's home screen, and the manifest, in pixels. */
export const logoIconSizes = [32, 180, 192, 512] as const

const ownLogo = /^[0-9a-f]{32}-([0-9]{1,5})x([0-9]{1,5})\.png$/

/** Width and height in pixels of a logo: `<hash>-<width>x<height>.png`. */
export function logoSize(url: string): { width: number; height: number } | undefined {
  const match = ownLogo.exec(url.slice(url.lastIndexOf('/') + 1))
  return match ? { width: Number(match[1]), height: Number(match[2]) } : undefined
}

/** The address of a square icon of a logo. */
export function logoIconUrl(url: string, size: (typeof logoIconSizes)[number]): string {
  return url.replace(/\.png$/, `-${size}.png`)
}
