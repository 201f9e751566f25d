import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { SortOrder } from '#contract/paging.ts'
import * as schema from '#contract/stock.schema.ts'
import { adminStockApi, type Movement, type StockRow } from '#contract/stock.ts'
import { maxOnHand, type StockSortColumn, stockSortColumns } from '#contract/stock-rules.ts'
import type { CatalogCache } from '../catalog/catalog-cache.ts'
import { absoluteUrl } from '../catalog/product-wire.ts'
import { readSoldIds } from '../catalog/variants.queries.ts'
import type { Config } from '../config.ts'
import { baseUrl } from '../http/base-url.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readInteger } from '../input/coerced-values.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import type { Settings } from '../settings/settings.ts'
import { isSold, listMovements, listStock } from './admin-stock.queries.ts'
import { countHeld } from './stock.queries.ts'
import {
  type CountUnshipped,
  closeStock,
  countStock,
  countUnheld,
  readReason,
  unheldNotice,
  unheldNoticeOf,
  updateStock,
} from './stock.service.ts'

interface AdminStockDeps {
  config: Config
  db: NodePgDatabase
  catalog: CatalogCache
  settings: Settings
  countUnshipped: CountUnshipped
  /** Holds what orders wait for of products that are counted from now on. */
  shareCounted: (variantIds: readonly string[]) => Promise<void>
}

export function adminStockRoutes(mount: Mount, deps: AdminStockDeps): void {
  const { config, db, catalog, settings, countUnshipped, shareCounted } = deps

  mount(adminStockApi.list, schema.adminList, async ({ query }, { request }) => {
    const of = {
      filter: query.stock,
      title: query.q?.trim() ?? '',
      lowAt: settings.get().stock.low_at,
      sort: requestedSort(query),
    }
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listStock(db, { ...of, ...place }),
    )
    const own = baseUrl(request, config)
    return {
      stock: rows.map((row) => toStockRow(row, own)),
      pagination,
      messages: [],
    }
  })

  /** Gives what is held of these products afterwards. */
  async function holdWaiting(firsts: readonly string[]): Promise<ReadonlyMap<string, number>> {
    await shareCounted(firsts)
    return countHeld(db, firsts)
  }

  const soldIdOf = async (id: string) => (await readSoldIds(db, [id]))(id)

  mount(adminStockApi.update, schema.update, async ({ params, data }, { actor }) => {
    const variantId = await soldIdOf(params.id)
    const updated = await updateStock(db, actor, {
      variantId,
      onHand: readOnHand(data.on_hand),
      ...readReason(data),
      expected: readExpected(data.expected_on_hand),
    })
    const { onHand, isFirst, isLevelChanged } = updated
    if (isLevelChanged) catalog.clear()
    const firsts = isFirst ? [variantId] : []
    const held = isFirst ? ((await holdWaiting(firsts)).get(variantId) ?? 0) : updated.held
    const unheld = await countUnheld(db, firsts, countUnshipped)
    const pieces = unheld.get(variantId)
    return {
      message: '已更新庫存',
      data: { on_hand: onHand, held, available: onHand - held },
      ...(pieces !== undefined && { notice: unheldNotice(pieces) }),
    }
  })

  mount(adminStockApi.close, schema.close, async ({ params }, { actor }) => {
    if (await closeStock(db, actor, await soldIdOf(params.id))) catalog.clear()
    return { message: '已改為不限量' }
  })

  mount(adminStockApi.count, schema.count, async ({ data }, { actor }) => {
    const products = data.lines.map(({ product_id }) => product_id)
    const toSoldId = await readSoldIds(db, products)
    const lines = data.lines.map(({ product_id, variant_id, on_hand, expected_on_hand }) => ({
      variantId: variant_id || toSoldId(product_id),
      onHand: readOnHand(on_hand),
      expected: readExpected(expected_on_hand),
    }))
    if (new Set(lines.map(({ variantId }) => variantId)).size < lines.length) {
      throw new ShopError('INVALID_INPUT', { message: ['lines 中的商品重複'] })
    }
    const note = data.note?.trim() || undefined
    const { isLevelChanged, firsts } = await countStock(db, actor, { lines, note })
    if (isLevelChanged) catalog.clear()
    const ids = firsts.map(({ variantId }) => variantId)
    await holdWaiting(ids)
    const unheld = await countUnheld(db, ids, countUnshipped)
    const notice = unheldNoticeOf(
      firsts.flatMap(({ variantId, title }) => {
        const pieces = unheld.get(variantId)
        return pieces === undefined ? [] : [{ title, pieces }]
      }),
    )
    return { message: '已更新庫存', ...(notice !== undefined && { notice }) }
  })

  mount(adminStockApi.movements, schema.movements, async ({ params, query }) => {
    if (!(await isSold(db, params.id))) throw new ShopError('PRODUCT_NOT_FOUND')
    const of = { variantId: params.id, kind: query.kind }
    const { rows, pagination } = await readRequestedPage(query, (place) =>
      listMovements(db, { ...of, ...place }),
    )
    return {
      movements: rows.map(toMovement),
      pagination,
      messages: [],
    }
  })
}

function readOnHand(value: number | string): number {
  return readInteger(value, { field: 'on_hand', minimum: 0, maximum: maxOnHand })
}

function readExpected(value: number | string | null | undefined): number | null | undefined {
  return typeof value === 'string' ? Number(value) : value
}

/** Least available first unless asked otherwise. */
function requestedSort(query: { sort?: string; order?: SortOrder | '' }): {
  column: StockSortColumn
  isDescending: boolean
} {
  const column = stockSortColumns.find((known) => known === (query.sort || 'available'))
  if (!column) throw new ShopError('INVALID_INPUT', { message: ['sort 格式錯誤'] })
  return { column, isDescending: query.order === 'desc' }
}

type Listed = Awaited<ReturnType<typeof listStock>>['rows'][number]
type MovementRow = Awaited<ReturnType<typeof listMovements>>['rows'][number]

function toStockRow(row: Listed, ownAddress: string): StockRow {
  return {
    product_id: row.productId,
    ...(row.variantId !== row.productId && { variant_id: row.variantId }),
    title: row.title,
    imageUrl: absoluteUrl(row.imageUrl, ownAddress),
    on_hand: row.onHand,
    held: row.held,
    available: row.available,
  }
}

function toMovement(row: MovementRow): Movement {
  return {
    id: row.id,
    at: toEpochSeconds(row.at),
    kind: row.kind,
    on_hand_change: row.onHandChange,
    held_change: row.heldChange,
    on_hand: row.onHand,
    held: row.held,
    actor: row.actorName ?? (row.actor.startsWith('s:') ? '系統' : '顧客'),
    ...(row.note !== null && { note: row.note }),
    ...(row.orderId !== null && { order_id: row.orderId }),
  }
}
