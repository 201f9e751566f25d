import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/catalog.schema.ts'
import { adminCatalogApi } from '#contract/catalog.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { assertDecodable } from '../input/assert-decodable.ts'
import { requestedPage } from '../input/requested-page.ts'
import { requestedOrder } from '../input/sort.ts'
import {
  listAllProducts,
  listProducts,
  productId,
  productSortKeys,
  readProductDetails,
} from './admin-catalog.queries.ts'
import { archiveProduct, changeProduct, createProduct } from './admin-catalog.service.ts'
import type { CatalogCache } from './catalog-cache.ts'
import { readProductFilter } from './product-filter.ts'
import { toProduct } from './product-wire.ts'

interface AdminCatalogDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
  /** With so many available or fewer a product is low. */
  stockLowAt: () => number
}

export function adminCatalogRoutes(mount: Mount, deps: AdminCatalogDeps): void {
  const { config, db, catalog, stockLowAt } = deps
  mount(adminCatalogApi.list, schema.adminList, async ({ query }, { request }) => {
    assertDecodable(request)
    const page = requestedPage(query.page)
    const order = requestedOrder({ query, columns: productSortKeys, id: productId })
    const filter = readProductFilter(query)
    const place = { stockLowAt: stockLowAt(), page, order }
    const { rows, pagination } = await listProducts(db, filter, place)
    const own = baseUrl(request, config)
    const ids = rows.map(({ id }) => id)
    const details = ids.length > 0 ? await readProductDetails(db, ids) : []
    return {
      products: rows.map((row) => toProduct(row, own)),
      details: Object.fromEntries(
        details.map(({ id, createdAt, available }) => [
          id,
          { create_at: toEpochSeconds(createdAt), available },
        ]),
      ),
      pagination,
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
