import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/catalog.schema.ts'
import { catalogApi, maxProductIds } from '#contract/catalog.ts'
import { paginate, paginateCapped, storefrontPageSize } from '#contract/paging.ts'
import { cacheKey } from '../cache/response-cache.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { requestedIds } from '../input/requested-ids.ts'
import { requestedPage } from '../input/requested-page.ts'
import {
  findPublished,
  listAllPublished,
  listCategories,
  listPublished,
  listPublishedByIds,
  listRelated,
  pickPublished,
} from './catalog.queries.ts'
import type { CatalogCache } from './catalog-cache.ts'
import { idsOfPage, isFiltered, listListed, readFilter } from './list-filters.ts'
import { toListedProduct, toProduct } from './product-wire.ts'
import { wholeCatalog } from './whole-catalog.ts'

interface CatalogDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
}

const picked = 6
const maxRelated = 24
/** How many random picks are cached between two changes of the catalogue. */
const drawnPicks = 16

export function catalogRoutes(mount: Mount, { config, db, catalog }: CatalogDeps): void {
  mount(catalogApi.list, schema.list, async ({ query }, { request }) => {
    const page = requestedPage(query.page)
    const filter = readFilter(query)
    const { category } = filter
    const isChosen = query.sort !== undefined || isFiltered({ ...filter, category: '' })
    return catalog.read(cacheKey(request, config), async () => {
      if (isChosen) {
        const ids = await listListed(db, filter, query.sort ?? 'new')
        const rows = await listPublishedByIds(db, idsOfPage(ids, page))
        const own = baseUrl(request, config)
        return {
          products: rows.map((row) => toListedProduct(row, own)),
          pagination: paginateCapped({ page, total: ids.length, category }),
          messages: [],
        }
      }
      const offset = (page - 1) * storefrontPageSize
      const found = await listPublished(db, { category, limit: storefrontPageSize, offset })
      const own = baseUrl(request, config)
      return {
        products: found.rows.map((row) => toListedProduct(row, own)),
        pagination: paginate({ page, pageSize: storefrontPageSize, total: found.total, category }),
        messages: [],
      }
    })
  })

  mount(catalogApi.all, schema.all, async (_, { request }) =>
    catalog.read(cacheKey(request, config), async () => {
      const own = baseUrl(request, config)
      const rows = await listAllPublished(db)
      return { products: rows.map((row) => toListedProduct(row, own)), messages: [] }
    }),
  )

  mount(catalogApi.detail, schema.detail, async ({ params }, { request }) =>
    catalog.read(cacheKey(request, config), async () => {
      const row = await findPublished(db, params.id)
      if (!row) throw new ShopError('PRODUCT_NOT_FOUND')
      return { product: toProduct(row, baseUrl(request, config)) }
    }),
  )

  mount(catalogApi.categories, schema.categories, async (_, { request }) =>
    catalog.read(cacheKey(request, config), async () => ({
      categories: await listCategories(db),
      messages: [],
    })),
  )

  mount(catalogApi.picks, schema.picks, async (_, { request }) => {
    // The cache key has a random part: another visit may get other picks.
    const draw = Math.floor(Math.random() * drawnPicks)
    return catalog.read(`${cacheKey(request, config)}\n${draw}`, async () => {
      const rows = await pickPublished(db, picked, wholeCatalog.products)
      const own = baseUrl(request, config)
      return { products: rows.map((row) => toListedProduct(row, own)), messages: [] }
    })
  })

  mount(catalogApi.related, schema.related, async ({ params }, { request }) =>
    catalog.read(cacheKey(request, config), async () => {
      const product = await findPublished(db, params.id)
      if (!product) throw new ShopError('PRODUCT_NOT_FOUND')
      const rows = await listRelated(db, product, maxRelated)
      const own = baseUrl(request, config)
      return { products: rows.map((row) => toListedProduct(row, own)), messages: [] }
    }),
  )

  mount(catalogApi.byIds, schema.byIds, async ({ query }, { request }) => {
    const ids = requestedIds(query.ids, maxProductIds)
    return catalog.read(cacheKey(request, config), async () => {
      const rows = await listPublishedByIds(db, ids)
      const own = baseUrl(request, config)
      return { products: rows.map((row) => toListedProduct(row, own)), messages: [] }
    })
  })
}
