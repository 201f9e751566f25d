import { inLanguage } from './language.ts'
import { embeddedJson, escapeHtml } from './markup.ts'
import type { ShownBrand } from './settings.ts'
import { isEnglish, language, t } from './translate.ts'

/** Browsers and Node have it alike; the contract has the types of neither. */
declare class URLSearchParams {
  constructor(entries: Record<string, string>)
}

/** Where a page stands. */
export interface Site {
  /** The shop's own address, without a trailing slash. */
  own: string
  /** The name of the shop. */
  shop: string
  /**
   * A few words and a sentence of the shop about itself, its logo (empty: none), its colours, and
   * its home; absent: those of the theme.
   */
  brand?: Pick<ShownBrand, 'tagline' | 'description' | 'logo' | 'accent' | 'paper'> &
    Partial<Pick<ShownBrand, 'home'>>
}

/** The metadata of a page, for browsers, search engines and the apps that show a link. */
export interface PageHead {
  title: string
  description: string
  /** The whole canonical address; undefined where there is none. */
  canonical: string | undefined
  /** The address that a share of the page keeps, where it is another one. */
  shared?: string
  isIndexed: boolean
  type: 'website' | 'product' | 'article'
  /** The address of the picture for a shared link, and what it shows in words. */
  card?: { url: string; alt: string }
  jsonLd?: object[]
}

const maxDescription = 120

/** The title of the window and of the document; without a name it is the shop's. */
export function windowTitle({ shop }: Site, name?: string): string {
  return name ? t('{name}｜{shop}', { name, shop }) : shop
}

export function shopDescription({ shop, brand }: Site): string {
  return brand?.description
    ? t('{shop}：{description}', { shop, description: brand.description })
    : shop
}

/** Of a page for its caller alone, or without content: nothing for a search engine to keep. */
export function plainHead(site: Site, { name, path }: { name?: string; path?: string }): PageHead {
  return {
    title: windowTitle(site, name),
    description: shopDescription(site),
    canonical: path === undefined ? undefined : site.own + inLanguage(language(), path),
    isIndexed: false,
    type: 'website',
  }
}

/** The elements of the head. The server writes them, and after a navigation the web does. */
export function headMarkup(head: PageHead, { shop }: Site): string {
  const { title, description, canonical, shared = canonical, card } = head
  const meta = (key: string, name: string, content: string) =>
    `<meta ${key}="${name}" content="${escapeHtml(content)}" />`
  const property = (name: string, content: string) => meta('property', name, content)
  return [
    `<title>${escapeHtml(title)}</title>`,
    meta('name', 'description', description),
    canonical && `<link rel="canonical" href="${escapeHtml(canonical)}" />`,
    !head.isIndexed && meta('name', 'robots', 'noindex'),
    property('og:site_name', shop),
    property('og:locale', isEnglish() ? 'en_US' : 'zh_TW'),
    property('og:type', head.type),
    property('og:title', title),
    property('og:description', description),
    shared && property('og:url', shared),
    card && property('og:image', card.url),
    card && property('og:image:width', '1200'),
    card && property('og:image:height', '630'),
    card && property('og:image:alt', card.alt),
    meta('name', 'twitter:card', card ? 'summary_large_image' : 'summary'),
    ...(head.jsonLd ?? []).map(
      (data) => `<script type="application/ld+json">${embeddedJson(data)}</script>`,
    ),
  ]
    .filter(Boolean)
    .join('')
}

/** Finds every element that `headMarkup` writes. */
export const headSelector =
  'title, meta[name=description], link[rel=canonical], link[hreflang], meta[name=robots], meta[property], meta[name="twitter:card"], script[type="application/ld+json"]'

/** One line of at most 120 characters: the first of these texts that says something. */
export function shortText(texts: string[]): string {
  const text = texts.map(oneLine).find((line) => line !== '') ?? ''
  if (text.length <= maxDescription) return text
  let line = ''
  for (const { segment } of new Intl.Segmenter('zh-TW').segment(text)) {
    if (line.length + segment.length > maxDescription - 1) break
    line += segment
  }
  return `${line}…`
}

function oneLine(text: string): string {
  return text.replace(/\s+/gu, ' ').trim()
}

export function withQuery(path: string, query: Record<string, string>): string {
  const text = String(new URLSearchParams(query))
  return text === '' ? path : `${path}?${text}`
}
