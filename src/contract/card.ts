import { hash32 } from './hash.ts'
import type { Site } from './page-head.ts'
import { pictureSize } from './uploads.ts'

/** All that is on the card of a shared link. Its hash is part of the card's address. */
export interface CardContent {
  shop: string
  title: string
  /** Small, before the price. */
  label?: string
  price?: string
  /** The price that is no longer asked for. */
  struck?: string
  badge?: { text: string; tone: 'accent' | 'sage' }
  deadline?: string
  /** The name of a file among the shop's own pictures. */
  picture?: string
}

/** Another way of drawing makes other addresses, since the old ones are kept for a year. */
const designVersion = 3

/** A version of the content, no secret: browsers have no SHA-256 without waiting. */
export function cardHash(content: CardContent): string {
  const text = JSON.stringify([designVersion, content])
  return [0, 1].map((by) => hash32(text, by).toString(16).padStart(8, '0')).join('')
}

export function cardPath(subject: string, content: CardContent): string {
  return `/cards/${subject}-${cardHash(content)}.jpg`
}

/** `subject` is `product/{id}`, `campaign/{id}` or `group/{code}`. */
export function shownCard({ own }: Site, subject: string, content: CardContent) {
  return { url: `${own}${cardPath(subject, content)}`, alt: cardAlt(content) }
}

/** Of the pages that have none of their own. */
export function shownShopCard(site: Site) {
  return { url: `${site.own}/cards/shop.jpg`, alt: cardAlt(shopCard(site)) }
}

export function shopCard({ shop, tagline }: Pick<Site, 'shop' | 'tagline'>): CardContent {
  return { shop, title: tagline || shop }
}

/** The first picture of the shop's own; one of another address is never asked for. */
export function pictureOf(urls: readonly string[], { own }: Site): { picture?: string } {
  const uploads = `${own}/uploads/`
  const first = urls.find((url) => url.startsWith(uploads) && pictureSize(url) !== undefined)
  return first === undefined ? {} : { picture: first.slice(uploads.length) }
}

/** The words of a card. */
function cardAlt({ title, label, price, badge }: CardContent): string {
  return [title, [label, price].filter(Boolean).join(' '), badge?.text].filter(Boolean).join('，')
}
