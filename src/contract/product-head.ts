import { type CardContent, shownCard, wornBy } from './card.ts'
import { contentText, type Product } from './catalog.ts'
import { inLanguage } from './language.ts'
import { textOf } from './markup.ts'
import { formatMoney } from './money.ts'
import { type PageHead, type Site, shortText, windowTitle, withQuery } from './page-head.ts'
import { language, t } from './translate.ts'
import { findVariant, isSoldOut, priceText, soldAs, variantQuery } from './variants.ts'

/** With the id of a variant its card and address are those of the variant. */
export function productHead(product: Product, site: Site, variantId: string | null): PageHead {
  const id = encodeURIComponent(product.id)
  const variant = findVariant(product, variantId)
  const query = variantQuery(variant)
  const content = productCard(product, site, variantId)
  const canonical = site.own + inLanguage(language(), `/main/prods/detail/${id}`)
  return {
    title: windowTitle(site, (variant ? soldAs(product, variant) : product).title),
    description: productDescription(product),
    canonical,
    ...(query && { shared: canonical + query }),
    isIndexed: true,
    type: 'product',
    card: shownCard(site, `product/${id}`, content, query),
    jsonLd: productJsonLd(product, { own: site.own, canonical }),
  }
}

export function productCard(product: Product, site: Site, variantId: string | null): CardContent {
  const variant = findVariant(product, variantId)
  const shown = variant ? soldAs(product, variant) : product
  const { title, price, origin_price: struck } = shown
  return {
    shop: site.shop,
    title,
    price: priceText(shown),
    ...(struck > price && { struck: formatMoney(struck) }),
    ...wornBy(site, [shown.imageUrl, ...shown.imagesUrl]),
  }
}

/** One line of at most 120 characters: the content, else the text of the description, else the title. */
export function productDescription(product: Product): string {
  return shortText([contentText(product), textOf(product.description), product.title]) || product.id
}

/** Structured data of the detail, for search engines. */
function productJsonLd(product: Product, at: { own: string; canonical: string }): object[] {
  const { own, canonical } = at
  const images = [product.imageUrl, ...product.imagesUrl].filter((url) => url !== '')
  const list = '/main/prods'
  const steps = [
    [t('首頁'), '/'],
    [t('商品'), list],
    [product.category, withQuery(list, { category: product.category })],
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
        ...offeredPrices(product),
        priceCurrency: 'TWD',
        url: canonical,
        availability: `https://schema.org/${isSoldOut(product) ? 'OutOfStock' : 'InStock'}`,
      },
    },
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: steps.map(([name, path], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: own + inLanguage(language(), path ?? '/'),
      })),
    },
  ]
}

function offeredPrices({ price, price_max = price, variants }: Product) {
  if (!variants?.length) return { '@type': 'Offer', price }
  const prices = { lowPrice: price, highPrice: price_max, offerCount: variants.length }
  return { '@type': 'AggregateOffer', ...prices }
}
