import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/articles.schema.ts'
import { adminArticleApi, articleApi } from '#contract/articles.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { requestedPage } from '../input/requested-page.ts'
import { readArticle, readArticles } from './article-reads.ts'
import { archiveArticle, changeArticle, createArticle } from './articles.service.ts'

interface ArticleDeps {
  config: Config
  db: NodePgDatabase
  /** Documents of announcements are kept in it. */
  catalog: Pick<CatalogCache, 'clear'>
}

export function articleRoutes(mount: Mount, { config, db, catalog }: ArticleDeps): void {
  const own = (request: Parameters<typeof baseUrl>[0]) => baseUrl(request, config)

  mount(articleApi.list, schema.list, ({ query }, { request }) =>
    readArticles(db, requestedPage(query.page), { isPublicOnly: true, own: own(request) }),
  )

  mount(articleApi.detail, schema.detail, ({ params }, { request }) =>
    readArticle(db, params.id, { isPublicOnly: true, own: own(request) }),
  )

  mount(adminArticleApi.list, schema.adminList, ({ query }, { request }) =>
    readArticles(db, requestedPage(query.page), { isPublicOnly: false, own: own(request) }),
  )

  mount(adminArticleApi.detail, schema.adminDetail, ({ params }, { request }) =>
    readArticle(db, params.id, { isPublicOnly: false, own: own(request) }),
  )

  mount(adminArticleApi.create, schema.create, async ({ data }, { actor, request }) => {
    await createArticle(db, actor, data, own(request))
    catalog.clear()
    return { message: '已建立文章' }
  })

  mount(adminArticleApi.update, schema.update, async ({ params, data }, { actor, request }) => {
    await changeArticle(db, actor, { id: params.id, input: data }, own(request))
    catalog.clear()
    return { message: '已更新文章' }
  })

  mount(adminArticleApi.remove, schema.remove, async ({ params }, { actor }) => {
    await archiveArticle(db, actor, params.id)
    catalog.clear()
    return { message: '已刪除文章' }
  })
}
