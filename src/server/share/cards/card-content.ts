import { createHash } from 'node:crypto'
import type { Campaign, Group } from '#contract/campaigns.ts'
import type { Product } from '#contract/catalog.ts'
import { formatMoney } from '#contract/money.ts'
import { pictureSize } from '#contract/uploads.ts'
import { deadlineOf, deadlineText, isPriceOpen, missingText } from '../campaign-head.ts'

/** All that is on a card. Its hash is part of the card's address. */
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

export function cardHash(content: CardContent): string {
  const text = JSON.stringify([designVersion, content])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** Alt text of a card. */
export function cardAlt({ title, label, price, badge }: CardContent): string {
  return [title, [label, price].filter(Boolean).join(' '), badge?.text].filter(Boolean).join('，')
}

export function shopCard(shop: string): CardContent {
  return { shop, title: '日常好物一起買' }
}

export function productCard(
  product: Product,
  { shop, own }: { shop: string; own: string },
): CardContent {
  const { title, price, origin_price: struck } = product
  return {
    shop,
    title,
    price: formatMoney(price),
    ...(struck > price && { struck: formatMoney(struck) }),
    ...pictureOf([product.imageUrl, ...product.imagesUrl], own),
  }
}

/** Of a campaign and the one group that is shown of it. */
export function campaignCard(
  campaign: Campaign,
  group: Group | undefined,
  { shop, own }: { shop: string; own: string },
): CardContent {
  const { price_now: price } = group?.campaign ?? campaign
  const isOfSeveral = campaign.products.length > 1
  const missing = missingText(campaign, group)
  const isOpen = isPriceOpen(campaign, group)
  const isReached = group && isOpen && !missing
  const deadline = deadlineOf(campaign, group)
  return {
    shop,
    title: campaign.title,
    ...(isOpen && { label: '目前' }),
    price: `${formatMoney(price)}${isOfSeveral ? ' 起' : ''}`,
    ...(missing && { badge: { text: missing, tone: 'accent' as const } }),
    ...(isReached && { badge: { text: '已達成團門檻', tone: 'sage' as const } }),
    ...(deadline !== undefined && { deadline: deadlineText(deadline) }),
    ...pictureOf([...campaign.pictures, ...campaign.products.map(({ picture }) => picture)], own),
  }
}

/** The first picture of the shop's own; one of another address is never asked for. */
function pictureOf(urls: readonly string[], own: string): { picture?: string } {
  const uploads = `${own}/uploads/`
  const first = urls.find((url) => url.startsWith(uploads) && pictureSize(url) !== undefined)
  return first === undefined ? {} : { picture: first.slice(uploads.length) }
}
