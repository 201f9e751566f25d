import type { Product } from '#contract/catalog.ts'
import { inLanguage } from '#contract/language.ts'
import { language, t } from '#contract/translate.ts'
import { priceText } from '#contract/variants.ts'
import { shopSettings } from '../api/shop-config.ts'
import type { ShareVia } from '../shared/share-via.ts'

/** A page to share: its canonical path, title and text. */
export interface Shared {
  path: string
  title: string
  text: string
}

/** The whole address that is sent, in the language of the screen: a path whichever spelling the shop is in. */
export function shareUrl(own: string, path: string, via: ShareVia): string {
  const url = new URL(inLanguage(language(), path), own)
  url.searchParams.set('via', via)
  // LINE then opens the browser of the device, where the shopper is signed in.
  if (via === 'line' || via === 'copy') url.searchParams.set('openExternalBrowser', '1')
  return url.href
}

export function lineUrl(address: string, text: string): string {
  const query = new URLSearchParams({ url: address, text })
  return `https://social-plugins.line.me/lineit/share?${query}`
}

export function facebookUrl(address: string): string {
  return `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: address })}`
}

export function productShareText(product: Pick<Product, 'title' | 'price' | 'price_max'>): string {
  return t('{title} {priceText}｜{name}', {
    title: product.title,
    priceText: priceText(product),
    name: shopSettings.name,
  })
}
