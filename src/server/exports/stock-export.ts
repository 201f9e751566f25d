import { and, asc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm'
import { productsWith } from '../catalog/product-filter.ts'
import {
  areSoldAs,
  isVariantOfProduct,
  productIdsOf,
  soldIdOfProduct,
  soldTitle,
} from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import { products, variants } from '../db/tables/catalog.ts'
import { stock } from '../db/tables/stock.ts'
import { ShopError } from '../http/shop-error.ts'
import { type Column, defineExport, type ExportRequest, lastOf } from './export-kind.ts'
import { countTo, filtersOf } from './filters.ts'

const available = sql<number | null>`${stock.onHand} - ${stock.held}`
const row = {
  id: soldIdOfProduct,
  title: soldTitle,
  /** Null for a product that is not counted. */
  onHand: stock.onHand,
  held: stock.held,
  available,
}
export interface ExportedStock {
  id: string
  title: string
  onHand: number | null
  held: number | null
  available: number | null
}

/** A note is of one change: a file has none until somebody writes one. */
export const stockColumns: Column<ExportedStock>[] = [
  { key: 'product_id', word: '商品編號', cell: ({ id }) => id },
  { key: 'on_hand', word: '庫存', cell: ({ onHand }) => onHand ?? '' },
  { key: 'note', word: '備註', cell: () => '' },
]

const [productId, onHand, note] = stockColumns
const exportColumns = [
  productId,
  { key: 'title', word: '商品', cell: ({ title }: ExportedStock) => title },
  onHand,
  { key: 'held', word: '已保留', cell: ({ held }: ExportedStock) => held ?? '' },
  { key: 'available', word: '可售', cell: ({ available }: ExportedStock) => available ?? '' },
  note,
].flatMap((column) => column ?? [])

/** `lowAt`: at or below this available number a product is low. */
export function stockExport(lowAt: () => number) {
  return defineExport<ExportedStock>({
    permission: 'catalog.read',
    columns: exportColumns,
    check: (request) => void conditionOf(request, lowAt()),
    count: (db, request, limit) =>
      countTo(
        db,
        sql`select from ${products} left join ${variants} on ${isVariantOfProduct}
          left join ${stock} on ${stock.variantId} = ${soldIdOfProduct}
          where ${conditionOf(request, lowAt())}`,
        limit,
      ),
    async read(db, request, { after, limit }) {
      const page = await db
        .select({ id: products.id })
        .from(products)
        .where(and(ofProducts(request), after === undefined ? undefined : gt(products.id, after)))
        .orderBy(asc(products.id))
        .limit(limit)
      const ids = page.map(({ id }) => id)
      const isOnPage = inArray(products.id, ids)
      const rows = await select(db, and(conditionOf(request, lowAt()), isOnPage)).orderBy(
        asc(products.id),
        asc(variants.position),
      )
      return { rows, last: lastOf(page, limit) }
    },
  })
}

/** The stock of these products as a file has it; archived ones are none. */
export function findExportedStock(db: Db, ids: readonly string[]): Promise<ExportedStock[]> {
  return select(db, and(isNull(products.deletedAt), areSoldAs(ids)))
}

function select(db: Db, where: SQL | undefined) {
  return db
    .select(row)
    .from(products)
    .leftJoin(variants, isVariantOfProduct)
    .leftJoin(stock, eq(stock.variantId, soldIdOfProduct))
    .where(where)
}

/** The products that the request may find something of. */
function ofProducts(request: ExportRequest): SQL | undefined {
  const { q } = filtersOf(request, ['q', 'stock'])
  return and(
    isNull(products.deletedAt),
    request.ids && sql`${products.id} in ${productIdsOf(request.ids)}`,
    q === undefined ? undefined : productsWith(q),
  )
}

function conditionOf(request: ExportRequest, lowAt: number): SQL | undefined {
  const { stock: level } = filtersOf(request, ['q', 'stock'])
  return and(
    ofProducts(request),
    request.ids && areSoldAs(request.ids),
    level === undefined ? undefined : levelCondition(level, lowAt),
  )
}

function levelCondition(level: string, lowAt: number): SQL {
  switch (level) {
    case 'low':
      return lte(available, lowAt)
    case 'out':
      return lte(available, 0)
    case 'unlimited':
      return isNull(stock.variantId)
    default:
      throw new ShopError('INVALID_INPUT', { message: ['stock 格式錯誤'] })
  }
}
