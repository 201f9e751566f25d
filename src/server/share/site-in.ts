import type { Site } from '#contract/page-head.ts'
import type { PageLook } from '../http/pages.ts'

/** The shop as heads and cards tell of it. */
export function siteIn({ shop, brand }: Pick<PageLook, 'shop' | 'brand'>, own: string): Site {
  const { tagline, description } = brand
  return { own, shop: shop.name, tagline, description }
}
