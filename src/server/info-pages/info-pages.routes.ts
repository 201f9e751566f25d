import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/info-pages.schema.ts'
import { adminInfoPageApi, infoPageApi } from '#contract/info-pages.ts'
import { cacheKey } from '../cache/response-cache.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import { shownHtml } from '../catalog/description.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import type { Settings } from '../settings/settings.ts'
import { readInfoPage, readPagesOnProducts, toListedPage } from './info-page-reads.ts'
import { findPage, type InfoPageRow, listInfoPages } from './info-pages.queries.ts'
import { archivePage, changePage, createPage } from './info-pages.service.ts'

interface InfoPageDeps {
  config: Config
  db: NodePgDatabase
  /** Documents of pages are kept in it, and what products show of them. */
  catalog: Pick<CatalogCache, 'clear' | 'read'>
  /** The menu names the public pages. */
  settings: Pick<Settings, 'refresh'>
}

export function infoPageRoutes(
  mount: Mount,
  { config, db, catalog, settings }: InfoPageDeps,
): void {
  mount(infoPageApi.detail, schema.detail, ({ params, query }, { request }) =>
    readInfoPage(db, {
      slug: params.slug,
      preview: query.preview,
      own: baseUrl(request, config),
    }),
  )

  mount(infoPageApi.onProducts, schema.onProducts, (_, { request }) =>
    catalog.read(cacheKey(request, config), () =>
      readPagesOnProducts(db, baseUrl(request, config)),
    ),
  )

  mount(adminInfoPageApi.list, schema.adminList, async ({ query }) => {
    const { rows, pagination } = await readRequestedPage(query, (place) => listInfoPages(db, place))
    const pages = rows.map(toAdminListedPage)
    return { pages, pagination, messages: [] }
  })

  mount(adminInfoPageApi.detail, schema.adminDetail, async ({ params }, { request }) => {
    const row = await findPage(db, params.id)
    if (!row) throw new ShopError('PAGE_NOT_FOUND')
    const content = shownHtml(row.content, baseUrl(request, config))
    return { page: { ...toAdminListedPage(row), content } }
  })

  mount(adminInfoPageApi.create, schema.create, async ({ data }, { actor }) => {
    const id = await createPage(db, actor, data)
    catalog.clear()
    return { message: '已建立頁面', id }
  })

  mount(adminInfoPageApi.update, schema.update, async ({ params, data }, { actor }) => {
    await changePage(db, actor, { id: params.id, input: data })
    catalog.clear()
    await settings.refresh()
    return { message: '已更新頁面' }
  })

  mount(adminInfoPageApi.remove, schema.remove, async ({ params }, { actor }) => {
    await archivePage(db, actor, params.id)
    catalog.clear()
    await settings.refresh()
    return { message: '已刪除頁面' }
  })
}

function toAdminListedPage(row: Omit<InfoPageRow, 'content'>) {
  return { ...toListedPage(row), preview: row.preview, is_on_products: row.isOnProducts }
}
