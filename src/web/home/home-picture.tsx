import {
  type HomePictureName,
  homePictureSet,
  homePictures,
  homePictureUrl,
} from './home-pictures.ts'

interface HomePictureProps {
  name: HomePictureName
  alt: string
  sizes: string
  className?: string
  /** The `object-position` where the frame crops. */
  look?: string
  isPriority?: boolean
}

export function HomePicture(props: HomePictureProps) {
  const { name, alt, sizes, className = '', look = '', isPriority = false } = props
  const { width, height, widths } = homePictures[name]
  return (
    <picture className={`block overflow-hidden bg-sand ${className}`}>
      <source type="image/avif" srcSet={homePictureSet(name, 'avif')} sizes={sizes} />
      <img
        src={homePictureUrl(name, widths[1], 'webp')}
        srcSet={homePictureSet(name, 'webp')}
        sizes={sizes}
        alt={alt}
        width={width}
        height={height}
        loading={isPriority ? 'eager' : 'lazy'}
        fetchPriority={isPriority ? 'high' : 'auto'}
        decoding="async"
        className={`size-full object-cover ${look}`}
      />
    </picture>
  )
}
