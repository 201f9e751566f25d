import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Article } from '#contract/articles.ts'
import { readPage } from '#contract/paging.ts'
import { readArticle, readArticles } from '../articles/article-reads.ts'
import type { PrecompressedResponse } from '../cache/precompressed-response.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import { textOf } from '../catalog/description.ts'
import { baseUrl } from '../http/base-url.ts'
import { ShopError } from '../http/shop-error.ts'
import { shownShopCard } from './cards/card-address.ts'
import { shortText } from './document-head.ts'
import {
  type DocumentHandler,
  type DocumentTools,
  plainDocument,
  shownDocument,
} from './document-parts.ts'
import { parseReply } from './screen-drawing.ts'

interface ArticleDeps extends DocumentTools {
  db: NodePgDatabase
  catalog: CatalogCache
}

export function articleListDocument(deps: ArticleDeps): DocumentHandler {
  const { config, db, catalog, drawing, shop } = deps
  return async (request) => {
    const own = baseUrl(request, config)
    const page = readPage(new URL(request.url, own).searchParams.get('page') ?? undefined) ?? 1
    const key = `${own}\narticles ${page}`
    const response = await catalog.read(`document\n${key}`, () =>
      readArticles(db, page, { isPublicOnly: true, own }),
    )
    const { articles } = parseReply(response) as { articles: Article[] }
    const address = page > 1 ? `/main/articles?page=${page}` : '/main/articles'
    return shownDocument(deps, {
      name: '最新公告',
      description: `${shop().name}的最新公告`,
      canonical: `${own}${address}`,
      isIndexed: page === 1 || articles.length > 0,
      type: 'website',
      card: shownShopCard(own, shop().name),
      screen: drawing.draw(key, {
        address,
        replies: [{ key: ['GET {shop}/articles', { query: { page: String(page) } }], response }],
      }),
    })
  }
}

export function articleDocument(deps: ArticleDeps): DocumentHandler {
  const { config, db, catalog, drawing, shop } = deps
  return async (request) => {
    const own = baseUrl(request, config)
    const { id } = request.params as { id: string }
    const key = `${own}\narticle ${id}`
    let response: PrecompressedResponse
    try {
      response = await catalog.read(`document\n${key}`, () =>
        readArticle(db, id, { isPublicOnly: true, own }),
      )
    } catch (error) {
      if (!(error instanceof ShopError) || error.code !== 'ARTICLE_NOT_FOUND') throw error
      return plainDocument(deps, 404)
    }
    const { article } = parseReply(response) as { article: Article }
    const address = `/main/articles/${encodeURIComponent(id)}`
    return shownDocument(deps, {
      name: article.title,
      description: shortText([article.description, textOf(article.content), article.title]),
      canonical: `${own}${address}`,
      isIndexed: true,
      type: 'article',
      card: shownShopCard(own, shop().name),
      screen: drawing.draw(key, {
        address,
        replies: [{ key: ['GET {shop}/article/:id', { params: { id } }], response }],
      }),
    })
  }
}
