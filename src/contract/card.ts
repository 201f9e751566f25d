import { hash32 } from './hash.ts'
import type { Site } from './page-head.ts'
import { themeChoice } from './settings.ts'
import { isEnglish, t } from './translate.ts'
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
  /** The lowest price that can still be reached. */
  lowest?: string
  badge?: { text: string; tone: 'accent' | 'sage' }
  deadline?: string
  /** The name of a file among the shop's own pictures. */
  picture?: string
  /** In place of a picture. */
  logo?: string
  /** Absent: those of the theme. */
  colors?: { accent: string; paper: string }
}

/** Another way of drawing makes other addresses, since the old ones are kept for a year. */
const designVersion = 4

/** A version of the content, no secret: browsers have no SHA-256 without waiting. */
export function cardHash(content: CardContent): string {
  const text = JSON.stringify([designVersion, content])
  return [0, 1].map((by) => hash32(text, by).toString(16).padStart(8, '0')).join('')
}

export function cardPath(subject: string, content: CardContent): string {
  return `/cards/${subject}-${cardHash(content)}.jpg`
}

/** `subject` is `product/{id}`, `campaign/{id}` or `group/{code}`; the route draws it in the language of its query. */
export function shownCard({ own }: Site, subject: string, content: CardContent, query = '') {
  const asked = isEnglish() ? `${query ? `${query}&` : '?'}lang=en` : query
  return { url: own + cardPath(subject, content) + asked, alt: cardAlt(content) }
}

/** Of the pages that have none of their own. */
export function shownShopCard(site: Site) {
  return { url: `${site.own}/cards/shop.jpg`, alt: cardAlt(shopCard(site)) }
}

export function shopCard(site: Site): CardContent {
  const { own, shop, brand } = site
  const { picture = '', phone_picture = '' } = brand?.home?.hero ?? {}
  // That of the phone is the nearer to a square.
  const hero = [phone_picture, picture].map((path) => `${own}${path}`)
  return { shop, title: brand?.tagline || shop, ...wornBy(site, hero) }
}

/** The picture of a card, or the logo of the shop in its place, and the shop's own colours. */
export function wornBy(site: Site, pictures: readonly string[]) {
  const { brand } = site
  const picture = pictureOf(pictures, site)
  const logo = picture === undefined && brand?.logo ? fileOf(brand.logo) : undefined
  const isOfTheme = brand?.accent === themeChoice.accent && brand.paper === themeChoice.ground
  return {
    ...(picture !== undefined && { picture }),
    ...(logo !== undefined && { logo }),
    ...(brand && !isOfTheme && { colors: { accent: brand.accent, paper: brand.paper } }),
  }
}

const fileOf = (url: string) => url.slice(url.lastIndexOf('/') + 1)

/** The first picture of the shop's own; one of another address is never asked for. */
function pictureOf(urls: readonly string[], { own }: Site): string | undefined {
  const uploads = `${own}/uploads/`
  const first = urls.find((url) => url.startsWith(uploads) && pictureSize(url) !== undefined)
  return first && fileOf(first)
}

/** The words of a card. */
function cardAlt({ title, label, price, lowest, badge }: CardContent): string {
  return [title, [label, price].filter(Boolean).join(' '), lowest, badge?.text]
    .filter(Boolean)
    .join(t('，'))
}
