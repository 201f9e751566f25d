import { ImageOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { pictureSize } from '#contract/uploads.ts'
import { pictureSet } from './picture-set.ts'

interface PictureProps {
  src: string
  alt: string
  /** How wide it is shown, as in the `sizes` of an image. */
  sizes: string
  /** Size and corners of its frame, which the picture fills. */
  className?: string
  /** In the first view: loaded with high priority. */
  isPriority?: boolean
}

/** A picture that fills its frame: our own in the width and format that fit, any other as it is. */
export function Picture({ src, alt, sizes, className = '', isPriority = false }: PictureProps) {
  const [brokenSrc, setBrokenSrc] = useState<string | null>(null)
  const size = pictureSize(src)
  const frame = `block overflow-hidden bg-sand ${className}`
  const isBroken = brokenSrc === src

  useEffect(() => {
    if (!isBroken) return
    const tryAgain = () => setBrokenSrc(null)
    addEventListener('online', tryAgain)
    return () => removeEventListener('online', tryAgain)
  }, [isBroken])

  if (src === '' || isBroken) {
    return (
      <span
        className={`${frame} grid place-items-center text-line-strong`}
        {...(alt ? { role: 'img', 'aria-label': alt } : { 'aria-hidden': true })}
      >
        <ImageOff aria-hidden="true" className="size-1/4 max-w-8" strokeWidth={1.5} />
      </span>
    )
  }
  return (
    <picture className={frame}>
      {size && <source type="image/avif" srcSet={pictureSet(src, 'avif')} sizes={sizes} />}
      {size && <source type="image/webp" srcSet={pictureSet(src, 'webp')} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={size?.width ?? 1200}
        height={size?.height ?? 1200}
        loading={isPriority ? 'eager' : 'lazy'}
        fetchPriority={isPriority ? 'high' : 'auto'}
        decoding="async"
        referrerPolicy="no-referrer"
        // In a document it may have failed before the application heard of it.
        ref={(img) => {
          if (img?.complete && img.naturalWidth === 0) setBrokenSrc(src)
        }}
        onError={() => setBrokenSrc(src)}
        className="size-full object-cover"
      />
    </picture>
  )
}
