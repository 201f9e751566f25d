import { Picture } from '../ui/picture.tsx'
import { HomePicture } from './home-picture.tsx'
import type { HomePictureName } from './home-pictures.ts'

interface BlockPictureProps {
  /** An uploaded picture, or one of the theme. */
  picture: string
  alt: string
  sizes: string
  className?: string
  look?: string
  isPriority?: boolean
}

const theme = 'theme:'
export const isThemePicture = (picture: string) => picture.startsWith(theme)

/** The picture that the owner chose for a block of home. */
export function BlockPicture({ picture, look = '', ...shown }: BlockPictureProps) {
  if (!isThemePicture(picture)) return <Picture src={picture} {...shown} />
  // The settings accept the names of the theme's pictures alone.
  const name = picture.slice(theme.length) as HomePictureName
  return <HomePicture name={name} look={look} {...shown} />
}
