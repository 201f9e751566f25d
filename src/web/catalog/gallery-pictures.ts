import type { Product } from '#contract/catalog.ts'

/** The main picture, then the extra ones that are addresses of the web; each once. */
export function galleryPictures({
  imageUrl,
  imagesUrl,
}: Pick<Product, 'imageUrl' | 'imagesUrl'>): string[] {
  const extra = imagesUrl.filter((url) => url.includes('http://') || url.includes('https://'))
  return [...new Set([imageUrl, ...extra])].filter((url) => url !== '')
}
