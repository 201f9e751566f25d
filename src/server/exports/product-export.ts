import { and, asc, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { withWholePictures } from '#contract/markup.ts'
import { productRow } from '../catalog/catalog.queries.ts'
import {
  productConditions,
  productFilterNames,
  readProductFilter,
} from '../catalog/product-filter.ts'
import { absoluteUrl, type ProductRow } from '../catalog/product-wire.ts'
import { availableOf } from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import { products } from '../db/tables/catalog.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { type Column, defineExport, type ExportRequest, lastOf } from './export-kind.ts'
import { amongIds, countTo, filtersOf } from './filters.ts'
import { timeOf, yesOrNo } from './words.ts'

const row = {
  ...productRow,
  available: availableOf,
}
export type ExportedProduct = ProductRow & { available: number | null }

/** As many pictures beside the main one as a file has columns for. */
export const picturesInFile = 5

export const productColumns: Column<ExportedProduct>[] = [
  { key: 'id', word: '編號', cell: ({ id }) => id },
  { key: 'title', word: '標題', cell: ({ title }) => title },
  { key: 'category', word: '分類', cell: ({ category }) => category },
  { key: 'unit', word: '單位', cell: ({ unit }) => unit },
  { key: 'origin_price', word: '原價', cell: ({ originPrice }) => originPrice },
  { key: 'price', word: '售價', cell: ({ price }) => price },
  { key: 'is_enabled', word: '啟用', cell: ({ isEnabled }) => yesOrNo(isEnabled) },
  {
    key: 'imageUrl',
    word: '主圖網址',
    cell: ({ imageUrl }, ownAddress) => absoluteUrl(imageUrl, ownAddress),
  },
  ...Array.from({ length: picturesInFile }, (_, position) => ({
    key: `imagesUrl${position + 1}`,
    word: `圖片網址 ${position + 1}`,
    cell: ({ imagesUrl }: ExportedProduct, ownAddress: string) =>
      absoluteUrl(imagesUrl[position] ?? '', ownAddress),
  })),
  {
    key: 'content',
    word: '內容',
    cell: ({ content, contentJson }) => (contentJson ? JSON.stringify(contentJson) : content),
  },
  {
    key: 'description',
    word: '描述',
    cell: ({ description }, ownAddress) => withWholePictures(description, ownAddress),
  },
]

const exportColumns: Column<ExportedProduct>[] = [
  ...productColumns,
  { key: 'available', word: '可售', cell: ({ available }) => available ?? '' },
  { key: 'create_at', word: '建立時間', cell: ({ createdAt }) => timeOf(createdAt) },
]

const filterOf = (request: ExportRequest) =>
  readProductFilter(filtersOf(request, productFilterNames))

async function conditionOf(db: Db, request: ExportRequest): Promise<SQL | undefined> {
  const { low_at: lowAt } = await readSettingGroup(db, 'stock')
  const isFound = productConditions(filterOf(request), lowAt)
  return and(isFound, amongIds(products.id, request.ids))
}

function select(db: Db, where: SQL | undefined) {
  return db.select(row).from(products).where(where)
}

export const productExport = defineExport<ExportedProduct>({
  permission: 'catalog.read',
  columns: exportColumns,
  check: (request) => void filterOf(request),
  count: async (db, request, limit) =>
    countTo(db, sql`select from ${products} where ${await conditionOf(db, request)}`, limit),
  async read(db, request, { after, limit }) {
    const isNext = after === undefined ? undefined : gt(products.id, after)
    const rows = await select(db, and(await conditionOf(db, request), isNext))
      .orderBy(asc(products.id))
      .limit(limit)
    return { rows, last: lastOf(rows, limit) }
  },
})

/** The products of these ids as a file has them; archived ones are none. */
export function findExportedProducts(db: Db, ids: readonly string[]): Promise<ExportedProduct[]> {
  return select(db, and(isNull(products.deletedAt), inArray(products.id, [...ids])))
}
