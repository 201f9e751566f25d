import Box from '@mui/material/Box'
import { useState } from 'react'
import { pictureSize, variantUrl, variantWidths } from '#contract/uploads.ts'

interface ThumbnailProps {
  src: string
  alt: string
  /** Its side in pixels; without it the square fills its frame. */
  size?: number
}

/** A small square of a picture; an address that gives none leaves an empty square. */
export function Thumbnail({ src, alt, size }: ThumbnailProps) {
  const [failedSrc, setFailedSrc] = useState('')
  const side = size ?? '100%'
  const box = { width: side, height: side, flex: 'none', borderRadius: 1, bgcolor: 'grey.100' }
  if (src === '' || src === failedSrc) return <Box sx={box} />
  return (
    <Box
      component="img"
      src={smallVariant(src)}
      alt={alt}
      width={size}
      height={size}
      loading="lazy"
      decoding="async"
      onError={() => setFailedSrc(src)}
      sx={{ ...box, objectFit: 'cover' }}
    />
  )
}

/** The smallest variant of a picture of our own; any other address as it is. */
function smallVariant(src: string): string {
  const [smallest] = variantWidths(pictureSize(src)?.width ?? 0)
  return smallest ? variantUrl(src, smallest, 'webp') : src
}

/** The extra pictures that the list shows: those on https, and the shop's own. */
export function smallPictures(imagesUrl: string[], origin: string): string[] {
  return imagesUrl.filter(
    (url) =>
      url.startsWith('https://') ||
      (pictureSize(url) !== undefined && new URL(url, origin).origin === origin),
  )
}
