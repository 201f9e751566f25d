import { type CardContent, cardAlt, cardHash, shopCard } from './card-content.ts'

/** URL and text of a document's card. `subject` is `product/{id}`, `campaign/{id}` or `group/{code}`. */
export function shownCard(own: string, subject: string, content: CardContent) {
  return { url: `${own}${cardPath(subject, content)}`, alt: cardAlt(content) }
}

/** Of the pages that have none of their own. */
export function shownShopCard(own: string, shop: string) {
  return { url: `${own}/cards/shop.jpg`, alt: cardAlt(shopCard(shop)) }
}

export function cardPath(subject: string, content: CardContent): string {
  return `/cards/${subject}-${cardHash(content)}.jpg`
}
