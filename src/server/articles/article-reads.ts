import type { Article, ListedArticle } from '#contract/articles.ts'
import { adminPageSize, paginate } from '#contract/paging.ts'
import { shownHtml } from '../catalog/description.ts'
import { absoluteUrl } from '../catalog/product-wire.ts'
import type { Db } from '../db/connect.ts'
import { inReadersLanguage } from '../http/readers-texts.ts'
import { ShopError } from '../http/shop-error.ts'
import {
  type ArticleRow,
  findArticle,
  findPublicArticle,
  listArticles,
} from './articles.queries.ts'

interface Reader {
  /** The storefront knows the public ones only. */
  isPublicOnly: boolean
  /** The address that the caller knows the shop by. */
  own: string
}

export async function readArticles(db: Db, page: number, { isPublicOnly, own }: Reader) {
  const offset = (page - 1) * adminPageSize
  const { rows, total } = await listArticles(db, { isPublicOnly, limit: adminPageSize, offset })
  return {
    articles: rows.map((row) => toListedArticle(inReadersLanguage(row), own)),
    pagination: paginate({ page, pageSize: adminPageSize, total }),
    messages: [],
  }
}

/** Throws ARTICLE_NOT_FOUND. */
export async function readArticle(
  db: Db,
  id: string,
  { isPublicOnly, own }: Reader,
): Promise<{ article: Article }> {
  const found = await (isPublicOnly ? findPublicArticle : findArticle)(db, id)
  if (!found) throw new ShopError('ARTICLE_NOT_FOUND')
  const row = inReadersLanguage(found)
  return {
    article: { ...toListedArticle(row, own), content: shownHtml(row.content, own) },
  }
}

function toListedArticle(
  row: Omit<ArticleRow, 'content' | 'dated' | 'deletedAt' | 'deletedBy' | 'deletion'>,
  own: string,
): ListedArticle {
  // A key that the server owns, and that was stored before it did.
  const { changed_fields: _, tag = row.tags, ...extra } = row.extra
  return {
    ...extra,
    id: row.id,
    num: row.num,
    title: row.title,
    author: row.author,
    description: row.description,
    image: absoluteUrl(row.image, own),
    tag,
    create_at: row.createAt,
    isPublic: row.isPublic,
  }
}
