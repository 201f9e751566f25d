import { preload } from 'react-dom'

export const heroSizes = '100vw'

const files = import.meta.glob<string>('./pictures/hero-*.avif', {
  eager: true,
  query: '?url',
  import: 'default',
})

/** The largest thing of the first screen is asked for before the code that shows it is there. */
export function preloadHero(): void {
  const variants = Object.entries(files).map(
    ([file, url]) => `${url} ${/(\d+)\.avif/.exec(file)?.[1]}w`,
  )
  preload(Object.values(files)[0] ?? '', {
    as: 'image',
    type: 'image/avif',
    imageSrcSet: variants.join(', '),
    imageSizes: heroSizes,
    fetchPriority: 'high',
  })
}
