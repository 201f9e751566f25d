import type { Product } from '#contract/catalog.ts'
import { contentText } from '#contract/catalog.ts'
import { textOf } from '../catalog/description.ts'
import { embeddedJson, escapeHtml } from '../http/markup.ts'

/** Metadata of a page for clients that do not run it. */
export interface HeadParts {
  shopName: string
  title: string
  description: string
  /** The whole canonical address; undefined where there is none. */
  canonical: string | undefined
  isIndexed: boolean
  /** The address of the card, and what it shows in words. */
  card?: { url: string; alt: string }
  type: 'website' | 'product' | 'article'
  jsonLd?: object[]
}

const maxDescription = 120

/** The elements after title and description, in the order: canonical, robots, Open Graph, JSON-LD. */
export function documentHead(parts: HeadParts): string {
  const { canonical, card } = parts
  const property = (name: string, content: string) =>
    `<meta property="${name}" content="${escapeHtml(content)}" />`
  return [
    canonical && `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
    !parts.isIndexed && '<meta name="robots" content="noindex" />',
    property('og:site_name', parts.shopName),
    property('og:locale', 'zh_TW'),
    property('og:type', parts.type),
    property('og:title', parts.title),
    property('og:description', parts.description),
    canonical && property('og:url', canonical),
    card && property('og:image', card.url),
    card && property('og:image:width', '1200'),
    card && property('og:image:height', '630'),
    card && property('og:image:alt', card.alt),
    `<meta name="twitter:card" content="${card ? 'summary_large_image' : 'summary'}" />`,
    ...(parts.jsonLd ?? []).map(
      (data) => `<script type="application/ld+json">${embeddedJson(data)}</script>`,
    ),
  ]
    .filter(Boolean)
    .join('')
}

/** One line of at most 120 characters: the content, else the text of the description, else the title. */
export function productDescription(product: Product): string {
  return shortText([contentText(product), textOf(product.description), product.title]) || product.id
}

/** One line of at most 120 characters: the first of these texts that says something. */
export function shortText(texts: string[]): string {
  const text = texts.map(oneLine).find((line) => line !== '') ?? ''
  const characters = [...new Intl.Segmenter('zh-TW').segment(text)].map(({ segment }) => segment)
  if (text.length <= maxDescription) return text
  let line = ''
  for (const character of characters) {
    if (line.length + character.length > maxDescription - 1) break
    line += character
  }
  return `${line}…`
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

/** The detail as search engines read it. */
export function productJsonLd(product: Product, at: { own: string; canonical: string }): object[] {
  const { own, canonical } = at
  const images = [product.imageUrl, ...product.imagesUrl].filter((url) => url !== '')
  const list = `${own}/main/prods`
  const steps = [
    ['首頁', `${own}/`],
    ['商品', list],
    [product.category, `${list}?${new URLSearchParams({ category: product.category })}`],
  ]
  return [
    {
      '@context': 'https://schema.org',
      '@type': 'Product',
      name: product.title,
      sku: product.id,
      description: productDescription(product),
      image: images,
      category: product.category,
      offers: {
        '@type': 'Offer',
        price: product.price,
        priceCurrency: 'TWD',
        url: canonical,
        availability: `https://schema.org/${product.stock_level === 'sold_out' ? 'OutOfStock' : 'InStock'}`,
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: steps.map(([name, item], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item,
      })),
    },
  ]
}
