import { setImmediate } from 'node:timers/promises'
import { and, asc, gt } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { contentText, type Product, type Variant } from '#contract/catalog.ts'
import { textOf } from '#contract/markup.ts'
import { isSoldOut, soldAs, variantQuery } from '#contract/variants.ts'
import { columnsWithStock, isPublished } from '../../catalog/catalog.queries.ts'
import { toProduct } from '../../catalog/product-wire.ts'
import { products } from '../../db/tables/catalog.ts'
import { xmlText } from '../../input/xml-text.ts'

/** Both read the same elements, and have other words for what can be bought. */
export type FeedReader = 'google' | 'facebook'

interface FeedTask {
  reader: FeedReader
  /** The shop's own address and name. */
  own: string
  shop: string
  description: string
}

interface Sold {
  product: Product
  /** The product as its variant. */
  sold: Product
  variant?: Variant
  code?: string | undefined
}

/** Further items of a feed, ready as texts. */
export type MoreItems = (task: FeedTask) => Promise<string[]>

/** Of one document; larger catalogues are given by other means. */
const maxItems = 20_000
const productsAtOnce = 200
const maxDescription = 1_000
const maxTitle = 150
const morePictures = 10
const availability = {
  google: { left: 'in_stock', soldOut: 'out_of_stock' },
  facebook: { left: 'in stock', soldOut: 'out of stock' },
} as const

/**
 * The published products as RSS 2.0 with the elements of Google Merchant, which the catalogue of
 * Facebook reads, too: one item for each variant. Both refuse an item without a picture, so it is
 * left out.
 */
export async function toCatalogueFeed(
  db: NodePgDatabase,
  task: FeedTask,
  more: MoreItems,
): Promise<string> {
  const items: string[] = []
  let after: string | undefined
  do {
    const isNext = after === undefined ? isPublished : and(isPublished, gt(products.id, after))
    const rows = await db
      .select(columnsWithStock)
      .from(products)
      .where(isNext)
      .orderBy(asc(products.id))
      .limit(productsAtOnce)
    await setImmediate()
    for (const row of rows) {
      // Shoppers are not shown the barcodes.
      const codes = new Map(row.variants?.map(({ id, barcode }) => [id, barcode]))
      items.push(...itemsOf(toProduct(row, task.own), codes, task))
    }
    after = rows.length < productsAtOnce ? undefined : rows.at(-1)?.id
  } while (after !== undefined && items.length < maxItems)
  items.push(...(await more(task)))
  const { own, shop, description } = task
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>',
    element('title', shop) +
      element('link', `${own}/`) +
      element('description', description || shop),
    ...items.slice(0, maxItems),
    '</channel></rss>',
  ].join('\n')
}

/** An element with a text, or none for an empty one. */
export function element(name: string, text: string | undefined): string {
  return text ? `<${name}>${xmlText(text)}</${name}>` : ''
}

function itemsOf(
  product: Product,
  codes: ReadonlyMap<string, string | null>,
  task: FeedTask,
): string[] {
  const { variants } = product
  if (!variants) return toItem({ product, sold: product }, task)
  return variants.flatMap((variant) => {
    const code = codes.get(variant.id) ?? undefined
    return toItem({ product, sold: soldAs(product, variant), variant, code }, task)
  })
}

function toItem({ product, sold, variant, code }: Sold, { reader, own, shop }: FeedTask): string[] {
  const [picture, ...others] = [sold.imageUrl, ...sold.imagesUrl].filter((url) => url !== '')
  if (picture === undefined) return []
  const { price, origin_price: former } = sold
  const isSale = former > price
  const words = availability[reader]
  const gtin = gtinOf(code)
  const parts = [
    element('g:id', variant?.id ?? product.id),
    variant && element('g:item_group_id', product.id),
    element('g:title', sold.title.slice(0, maxTitle)),
    element('g:description', descriptionOf(product)),
    element(
      'g:link',
      `${own}/main/prods/detail/${encodeURIComponent(product.id)}${variantQuery(variant)}`,
    ),
    element('g:image_link', picture),
    ...others.slice(0, morePictures).map((url) => element('g:additional_image_link', url)),
    element('g:availability', isSoldOut(sold) ? words.soldOut : words.left),
    element('g:price', priceText(isSale ? former : price)),
    isSale && element('g:sale_price', priceText(price)),
    element('g:condition', 'new'),
    element('g:brand', shop),
    element('g:product_type', product.category),
    element('g:gtin', gtin),
    element('g:mpn', variant?.sku),
    gtin === undefined && element('g:identifier_exists', 'no'),
    ...optionElements(product, variant),
  ]
  return [`<item>${parts.filter(Boolean).join('')}</item>`]
}

/** A text of blocks without the spaces between them. */
export const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** Of the shop's own currency, in whole NT$. */
export const priceText = (price: number) => `${price}.00 TWD`

function descriptionOf(product: Product): string {
  const text = oneLine(textOf(product.description)) || contentText(product) || product.title
  return text.slice(0, maxDescription)
}

/** A barcode of the kinds that Google knows. */
function gtinOf(code = ''): string | undefined {
  return /^(?:\d{8}|\d{12,14})$/.test(code) ? code : undefined
}

/** The options of a variant, as far as readers have an element for them. */
function optionElements({ options = [] }: Product, variant: Variant | undefined): string[] {
  return options.map(({ name }, index) => {
    const value = variant?.option_values[index]
    if (/色|color/i.test(name)) return element('g:color', value)
    return /尺|大小|size/i.test(name) ? element('g:size', value) : ''
  })
}
