import { type PictureFormat, pictureSize, variantUrl, variantWidths } from '#contract/uploads.ts'

/** The widths of a picture of our own, as in the `srcset` of an image; any other has none. */
export function pictureSet(src: string, format: PictureFormat): string | undefined {
  const size = pictureSize(src)
  if (!size) return undefined
  return variantWidths(size.width)
    .map((width) => `${variantUrl(src, width, format)} ${width}w`)
    .join(', ')
}
