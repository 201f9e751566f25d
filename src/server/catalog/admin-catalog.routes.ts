import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/catalog.schema.ts'
import { adminCatalogApi } from '#contract/catalog.ts'
import { adminPageSize, paginate } from '#contract/paging.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { requestedPage } from '../input/requested-page.ts'
import { requestedOrder } from '../input/sort.ts'
import {
  listAllProducts,
  listProducts,
  productId,
  productSortKeys,
} from './admin-catalog.queries.ts'
import { archiveProduct, changeProduct, createProduct } from './admin-catalog.service.ts'
import type { CatalogCache } from './catalog-cache.ts'
import { toProduct } from './product-wire.ts'

interface AdminCatalogDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
}

export function adminCatalogRoutes(mount: Mount, { config, db, catalog }: AdminCatalogDeps): void {
  mount(adminCatalogApi.list, schema.adminList, async ({ query }, { request }) => {
    const page = requestedPage(query.page)
    const category = query.category ?? ''
    const order = requestedOrder({
      query,
      columns: productSortKeys,
      id: productId,
    })
    const offset = (page - 1) * adminPageSize
    const found = await listProducts(db, { category, order, limit: adminPageSize, offset })
    const own = baseUrl(request, config)
    return {
      products: found.rows.map((row) => toProduct(row, own)),
      pagination: paginate({ page, pageSize: adminPageSize, total: found.total, category }),
      messages: [],
    }
  })

  mount(adminCatalogApi.all, schema.adminAll, async (_, { request }) => {
    const own = baseUrl(request, config)
    const rows = await listAllProducts(db)
    return { products: Object.fromEntries(rows.map((row) => [row.id, toProduct(row, own)])) }
  })

  mount(adminCatalogApi.create, schema.create, async ({ data }, { actor, request }) => {
    const own = baseUrl(request, config)
    const row = await createProduct(db, actor, data, own)
    catalog.clear()
    return { message: '已建立產品', product: toProduct(row, own) }
  })

  mount(adminCatalogApi.update, schema.update, async ({ params, data }, { actor, request }) => {
    const own = baseUrl(request, config)
    const row = await changeProduct(db, actor, { id: params.id, input: data }, own)
    catalog.clear()
    return { message: '已更新產品', product: toProduct(row, own) }
  })

  mount(adminCatalogApi.remove, schema.remove, async ({ params }, { actor }) => {
    await archiveProduct(db, actor, params.id)
    catalog.clear()
    return { message: '已刪除產品' }
  })
}
