import * as schema from '#contract/catalog.schema.ts'
import { catalogApi } from '#contract/catalog.ts'
import { paginate, storefrontPageSize } from '#contract/paging.ts'
import type { Config } from '../config.ts'
import type { CatalogReads } from '../db/replica.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { requestedPage } from '../input/requested-page.ts'
import { findOnSale, listAllOnSale, listOnSale } from './catalog.queries.ts'
import type { CatalogCache } from './catalog-cache.ts'
import { toProduct } from './product-wire.ts'

interface CatalogDeps {
  config: Config
  reads: CatalogReads
  catalog: CatalogCache
}

export function catalogRoutes(mount: Mount, { config, reads, catalog }: CatalogDeps): void {
  mount(catalogApi.list, schema.list, async ({ query }, { request }) => {
    const page = requestedPage(query.page)
    const category = query.category ?? ''
    const own = baseUrl(request, config)
    const key = JSON.stringify(['list', own, category, page])
    return catalog.read(key, async () => {
      const offset = (page - 1) * storefrontPageSize
      const found = await reads.read((db) =>
        listOnSale(db, { category, limit: storefrontPageSize, offset }),
      )
      return JSON.stringify({
        success: true,
        products: found.rows.map((row) => toProduct(row, own)),
        pagination: paginate({ page, pageSize: storefrontPageSize, total: found.total, category }),
        messages: [],
      })
    })
  })

  mount(catalogApi.all, schema.all, async (_, { request }) => {
    const own = baseUrl(request, config)
    return catalog.read(JSON.stringify(['all', own]), async () => {
      const rows = await reads.read((db) => listAllOnSale(db))
      const products = rows.map((row) => toProduct(row, own))
      return JSON.stringify({ success: true, products, messages: [] })
    })
  })

  mount(catalogApi.detail, schema.detail, async ({ params }, { request }) => {
    const own = baseUrl(request, config)
    return catalog.read(JSON.stringify(['product', own, params.id]), async () => {
      const row = await reads.read((db) => findOnSale(db, params.id))
      if (!row) throw new ShopError('PRODUCT_NOT_FOUND')
      return JSON.stringify({ success: true, product: toProduct(row, own) })
    })
  })
}
