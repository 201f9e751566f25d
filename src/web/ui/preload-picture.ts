import { pictureSet } from './picture-set.ts'

/** Has the browser fetch what `Picture` is about to show, in the form that it will ask for. */
export function preloadPicture(src: string, sizes: string): void {
  const link = document.createElement('link')
  link.rel = 'preload'
  link.as = 'image'
  link.fetchPriority = 'high'
  link.referrerPolicy = 'no-referrer'
  const set = pictureSet(src, 'avif')
  if (set) {
    // A browser that cannot show AVIF leaves this alone, and takes another form later.
    link.type = 'image/avif'
    link.imageSrcset = set
    link.imageSizes = sizes
  } else {
    link.href = src
  }
  document.head.append(link)
}
