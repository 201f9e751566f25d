import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import * as schema from '#contract/catalog.schema.ts'
import { adminCatalogApi } from '#contract/catalog.ts'
import { maxOnHand } from '#contract/stock-rules.ts'
import type { Config } from '../config.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { mayDo, requirePermission, type StaffActor } from '../http/actor.ts'
import { baseUrl } from '../http/base-url.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { assertDecodable } from '../input/assert-decodable.ts'
import { readInteger } from '../input/coerced-values.ts'
import { readIds, readSearchText } from '../input/list-filters.ts'
import { requestedPage } from '../input/requested-page.ts'
import { requestedOrder } from '../input/sort.ts'
import {
  findProductChoices,
  listAllProducts,
  listProducts,
  productId,
  productSortKeys,
  readProductChoices,
  readProductDetails,
} from './admin-catalog.queries.ts'
import { archiveProduct, changeProduct, createProduct } from './admin-catalog.service.ts'
import type { CatalogCache } from './catalog-cache.ts'
import { readProductFilter } from './product-filter.ts'
import { absoluteUrl, toStaffProduct } from './product-wire.ts'

interface AdminCatalogDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
  /** With so many available or fewer a product is low. */
  stockLowAt: () => number
  /** Counts a new product from the beginning, in the transaction that creates it. */
  beginStock: (tx: Transaction, actor: StaffActor, id: string, onHand: number) => Promise<unknown>
}

export function adminCatalogRoutes(mount: Mount, deps: AdminCatalogDeps): void {
  const { config, db, catalog, stockLowAt, beginStock } = deps
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
      products: rows.map((row) => toStaffProduct(row, own)),
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

  mount(adminCatalogApi.choices, schema.adminChoices, async ({ query }, { request, actor }) => {
    assertDecodable(request)
    const own = baseUrl(request, config)
    const ids = readIds(query.ids, 'ids', schema.maxChosenIds)
    const { rows, hasMore } =
      ids.length > 0
        ? { rows: await readProductChoices(db, ids), hasMore: false }
        : await findProductChoices(db, readSearchText(query.q))
    const seesPrices = mayDo(actor, 'money.read')
    return {
      products: rows.map(({ id, title, imageUrl, price, isEnabled, deletedAt, variants }) => ({
        id,
        title,
        picture: absoluteUrl(imageUrl, own),
        ...(seesPrices && { price }),
        is_enabled: isEnabled ? (1 as const) : (0 as const),
        ...(deletedAt && { is_archived: true as const }),
        ...(variants && {
          variants: variants.map((variant) => ({
            id: variant.id,
            title: variant.title,
            ...(seesPrices && { price: variant.price }),
          })),
        }),
      })),
      has_more: hasMore,
    }
  })

  mount(adminCatalogApi.all, schema.adminAll, async (_, { request }) => {
    const own = baseUrl(request, config)
    const rows = await listAllProducts(db)
    return { products: Object.fromEntries(rows.map((row) => [row.id, toStaffProduct(row, own)])) }
  })

  mount(adminCatalogApi.create, schema.create, async ({ data }, { actor, request }) => {
    const own = baseUrl(request, config)
    const { initial_stock: stock, ...input } = data
    if (stock !== undefined) requirePermission(actor, 'stock.write')
    const row = await transaction(db, async (tx) => {
      const created = await createProduct(tx, actor, input, own)
      if (stock !== undefined) await beginStock(tx, actor, created.id, readInitialStock(stock))
      return created
    })
    catalog.clear()
    return { message: '已建立產品', product: toStaffProduct(row, own) }
  })

  mount(adminCatalogApi.update, schema.update, async ({ params, data }, { actor, request }) => {
    const own = baseUrl(request, config)
    const row = await changeProduct(db, actor, { id: params.id, input: data }, own)
    catalog.clear()
    return { message: '已更新產品', product: toStaffProduct(row, own) }
  })

  mount(adminCatalogApi.remove, schema.remove, async ({ params }, { actor }) => {
    await archiveProduct(db, actor, params.id)
    catalog.clear()
    return { message: '已刪除產品' }
  })
}

function readInitialStock(value: number | string): number {
  return readInteger(value, { field: 'initial_stock', minimum: 0, maximum: maxOnHand })
}
