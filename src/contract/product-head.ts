import { type CardContent, shownCard, wornBy } from './card.ts'
import { contentText, type Product } from './catalog.ts'
import { textOf } from './markup.ts'
import { formatMoney } from './money.ts'
import { type PageHead, type Site, shortText, windowTitle, withQuery } from './page-head.ts'

export function productHead(product: Product, site: Site): PageHead {
  const id = encodeURIComponent(product.id)
  const canonical = `${site.own}/main/prods/detail/${id}`
  return {
    title: windowTitle(site, product.title),
    description: productDescription(product),
    canonical,
    isIndexed: true,
    type: 'product',
    card: shownCard(site, `product/${id}`, productCard(product, site)),
    jsonLd: productJsonLd(product, { own: site.own, canonical }),
  }
}

export function productCard(product: Product, site: Site): CardContent {
  const { title, price, origin_price: struck } = product
  return {
    shop: site.shop,
    title,
    price: formatMoney(price),
    ...(struck > price && { struck: formatMoney(struck) }),
    ...wornBy(site, [product.imageUrl, ...product.imagesUrl]),
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
    ['首頁', '/'],
    ['商品', list],
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
      itemListElement: steps.map(([name, path], index) => ({
        '@type': 'ListItem',
        position: index + 1,
        name,
        item: `${own}${path}`,
      })),
    },
  ]
}
