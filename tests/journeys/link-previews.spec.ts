import { expect } from '@playwright/test'
import { contentText } from '#contract/catalog.ts'
import { openCampaign } from './support/campaigns.ts'
import { canonicalOf, jsonLdOf, metaOf, readDocument } from './support/documents.ts'
import { adminToken, getDemoProduct } from './support/shop-api.ts'
import { test } from './support/test.ts'

/** The types of schema.org that documents use, with the properties that each may have there. */
const vocabulary: Record<string, readonly string[]> = {
  WebSite: ['name', 'url', 'inLanguage', 'description'],
  Product: ['name', 'sku', 'description', 'image', 'category', 'offers'],
  Offer: ['price', 'priceCurrency', 'url', 'availability'],
  AggregateOffer: [
    'lowPrice',
    'highPrice',
    'priceCurrency',
    'url',
    'availability',
    'availabilityEnds',
  ],
  BreadcrumbList: ['itemListElement'],
  ListItem: ['position', 'name', 'item'],
}

/** Names outside the vocabulary, each with where it stands. */
function strangersIn(data: unknown, at = ''): string[] {
  if (Array.isArray(data))
    return data.flatMap((entry, index) => strangersIn(entry, `${at}[${index}]`))
  if (typeof data !== 'object' || data === null)
    return data === undefined || data === '' ? [at] : []
  const { '@context': context, '@type': type, ...properties } = data as Record<string, unknown>
  const known = vocabulary[String(type)]
  if (!known) return [`${at}: no type ${type}`]
  return [
    ...(at === '' && context !== 'https://schema.org' ? [`${at}: @context`] : []),
    ...Object.entries(properties).flatMap(([name, value]) =>
      known.includes(name) ? strangersIn(value, `${at}.${name}`) : [`${at}.${name} of ${type}`],
    ),
  ]
}

test('every document can be drawn as a link: Open Graph, card, canonical and JSON-LD (META-03)', async ({
  request,
  shopAddress,
}) => {
  const mug = await getDemoProduct(request)
  const campaign = await openCampaign(request, await adminToken(request))
  const paths = {
    home: '/',
    list: '/main/prods',
    category: `/main/prods?category=${encodeURIComponent(mug.category)}`,
    product: `/main/prods/detail/${mug.id}`,
    campaigns: '/main/groups',
    campaign: `/main/groups/detail/${campaign.id}`,
    group: `/g/${campaign.code}`,
    articles: '/main/articles',
  }
  for (const [name, path] of Object.entries(paths)) {
    const { status, text } = await readDocument(request, path)
    expect(status, name).toBe(200)
    const title = /<title>([^<]*)<\/title>/.exec(text)?.[1]
    expect(metaOf(text, 'og:title'), name).toBe(title)
    expect(metaOf(text, 'og:site_name'), name).toBe('MinMin 團購')
    expect(metaOf(text, 'og:locale'), name).toBe('zh_TW')
    expect(metaOf(text, 'og:type'), name).toMatch(/^(website|product|article)$/)
    expect(metaOf(text, 'og:description'), name).toBe(metaOf(text, 'description'))
    expect(metaOf(text, 'og:description')?.length, name).toBeGreaterThan(0)
    expect(metaOf(text, 'og:url')?.replaceAll('&amp;', '&'), name).toBe(canonicalOf(text))
    expect(metaOf(text, 'og:image:width'), name).toBe('1200')
    expect(metaOf(text, 'og:image:height'), name).toBe('630')
    expect(metaOf(text, 'og:image:alt')?.length, name).toBeGreaterThan(0)
    expect(metaOf(text, 'twitter:card'), name).toBe('summary_large_image')
    const image = metaOf(text, 'og:image') ?? ''
    expect(image.startsWith(`${shopAddress}/cards/`), name).toBe(true)
    const card = await request.get(image, { maxRedirects: 0 })
    expect([card.status(), card.headers()['content-type']], name).toEqual([200, 'image/jpeg'])
    const data = jsonLdOf(text)
    expect(
      data.flatMap((one) => strangersIn(one)),
      name,
    ).toEqual([])
    if (['home', 'product', 'campaign', 'group'].includes(name)) {
      expect(data.length, name).toBeGreaterThan(0)
    }
    for (const one of ['og:title', 'og:image', 'og:url', 'og:description']) {
      expect(text.split(`property="${one}"`).length, `${one} of ${name}`).toBe(2)
    }
  }
  const { text } = await readDocument(request, paths.product)
  expect(metaOf(text, 'og:description')).toBe(contentText(mug))
  expect(metaOf(text, 'og:image:alt')).toContain(mug.title)
})
