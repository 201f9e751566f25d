import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/catalog.schema.ts'
import { catalogApi, maxProductIds } from '#contract/catalog.ts'
import { cacheKey } from '../cache/response-cache.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { requestedIds } from '../input/requested-ids.ts'
import {
  findPublished,
  listAllPublished,
  listPublishedByIds,
  listRelated,
} from './catalog.queries.ts'
import type { CatalogCache } from './catalog-cache.ts'
import { toListedProduct } from './product-wire.ts'
import {
  readCategories,
  readListChoice,
  readPicks,
  readProduct,
  readProductList,
} from './storefront-reads.ts'

interface CatalogDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
}

const maxRelated = 24
/** How many random picks are cached between two changes of the catalogue. */
const drawnPicks = 16

export function catalogRoutes(mount: Mount, { config, db, catalog }: CatalogDeps): void {
  mount(catalogApi.list, schema.list, async ({ query }, { request }) => {
    const choice = readListChoice(query)
    return catalog.read(cacheKey(request, config), () =>
      readProductList(db, choice, baseUrl(request, config)),
    )
  })

  mount(catalogApi.all, schema.all, async (_, { request }) =>
    catalog.read(cacheKey(request, config), async () => {
      const own = baseUrl(request, config)
      const rows = await listAllPublished(db)
      return { products: rows.map((row) => toListedProduct(row, own)), messages: [] }
    }),
  )

  mount(catalogApi.detail, schema.detail, async ({ params }, { request }) =>
    catalog.read(cacheKey(request, config), () =>
      readProduct(db, params.id, baseUrl(request, config)),
    ),
  )

  mount(catalogApi.categories, schema.categories, async (_, { request }) =>
    catalog.read(cacheKey(request, config), () => readCategories(db, baseUrl(request, config))),
  )

  mount(catalogApi.picks, schema.picks, async (_, { request }) => {
    // The cache key has a random part: another visit may get other picks.
    const draw = Math.floor(Math.random() * drawnPicks)
    return catalog.read(`${cacheKey(request, config)}\n${draw}`, () =>
      readPicks(db, baseUrl(request, config)),
    )
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
