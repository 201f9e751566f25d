import type { Product } from '#contract/catalog.ts'
import { galleryPictures } from './gallery-pictures.ts'

/** How wide they are shown, as in the `sizes` of an image. */
export const cardPictureSizes =
  '(min-width: 1024px) 270px, (min-width: 577px) calc((100vw - 6rem) / 3), calc((100vw - 3rem) / 2)'
export const mainPictureSizes = '(min-width: 1200px) 620px, (min-width: 768px) 52vw, 100vw'

/** As many cards as the first window of a desktop shows whole. */
export const cardsInView = 4

/** The first picture of each card in view, in order. */
export function firstPictures(products: readonly Product[]): string[] {
  return products.slice(0, cardsInView).flatMap((product) => galleryPictures(product).slice(0, 1))
}
