import { pictureSet } from './picture-set.ts'

/** Preloads what `Picture` will show, in the same format and width. */
export function preloadPicture(src: string, sizes: string): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.fetchPriority = 'high'
  link.referrerPolicy = 'no-referrer'
  const set = pictureSet(src, 'avif')
  if (set) {
    // A browser without AVIF ignores this, and loads another format later.
    link.type = 'image/avif'
    link.imageSrcset = set
    link.imageSizes = sizes
  } else {
    link.href = src
  }
  document.head.append(link)
}
