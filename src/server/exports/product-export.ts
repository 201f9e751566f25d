import { and, asc, gt, inArray, isNull, type SQL, sql } from 'drizzle-orm'
import { withWholePictures } from '#contract/markup.ts'
import { noReturnLabels } from '#contract/no-return.ts'
import { maxOptions } from '#contract/product-limits.ts'
import { temperatureLabels } from '#contract/shipping-kinds.ts'
import { variantTitle } from '#contract/variants.ts'
import { productRow } from '../catalog/catalog.queries.ts'
import {
  productConditions,
  productFilterNames,
  readProductFilter,
} from '../catalog/product-filter.ts'
import { absoluteUrl, type ProductRow } from '../catalog/product-wire.ts'
import { availableOf, liveVariants, type StoredVariant } from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import { products } from '../db/tables/catalog.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { type Column, defineExport, type ExportRequest, lastOf } from './export-kind.ts'
import { amongIds, countTo, filtersOf } from './filters.ts'
import { timeOf, yesOrNo } from './words.ts'

const row = {
  ...productRow,
  available: availableOf,
  variants: liveVariants,
}
/** A line of the file: a product, or below it one of its variants. */
export interface ExportedProduct extends ProductRow {
  available: number | null
  variants: StoredVariant[] | null
  variant?: StoredVariant
  /** The product as new variants of an import change it. */
  isGrowing?: true
}

/** The id of a line: of the product, and of the variant behind it. */
export const lineIdOf = ({ id, variant }: ExportedProduct) => (variant ? `${id}/${variant.id}` : id)
export const productIdOf = (lineId: string) => lineId.split('/')[0] ?? ''

const linesOf = (product: ExportedProduct): ExportedProduct[] => [
  product,
  ...(product.variants ?? []).map((variant) => ({
    ...product,
    variant,
    available: variant.available,
  })),
]

/** A column of the product, which its variants leave empty. */
const ofProduct = (column: Column<ExportedProduct>): Column<ExportedProduct> => ({
  ...column,
  cell: (row, ownAddress) => (row.variant ? '' : column.cell(row, ownAddress)),
})

/** The columns of each option: its name, and the value of the variant. */
export const optionKeys = Array.from({ length: maxOptions }, (_, at) => ({
  name: `option${at + 1}_name`,
  value: `option${at + 1}_value`,
  word: `選項 ${at + 1}`,
}))

/** The columns that lines of variants fill; the stock of new ones comes with an import alone. */
export const variantKeys: ReadonlySet<string> = new Set([
  ...['origin_price', 'price', 'is_enabled', 'variant_id', 'sku', 'barcode'],
  ...['weight_g', 'sides_mm', 'on_hand'],
  ...optionKeys.flatMap(({ name, value }) => [name, value]),
  'variant_image',
])

/** As many pictures beside the main one as a file has columns for. */
export const picturesInFile = 5

export const productColumns: Column<ExportedProduct>[] = [
  { key: 'id', word: '編號', cell: ({ id }) => id },
  ofProduct({ key: 'title', word: '標題', cell: ({ title }) => title }),
  ofProduct({ key: 'category', word: '分類', cell: ({ category }) => category }),
  ofProduct({ key: 'unit', word: '單位', cell: ({ unit }) => unit }),
  {
    key: 'origin_price',
    word: '原價',
    cell: ({ variant, originPrice }) => (variant ?? { originPrice }).originPrice,
  },
  { key: 'price', word: '售價', cell: ({ variant, price }) => (variant ?? { price }).price },
  {
    key: 'is_enabled',
    word: '啟用',
    cell: ({ variant, isEnabled }) => yesOrNo((variant ?? { isEnabled }).isEnabled),
  },
  ofProduct({
    key: 'imageUrl',
    word: '主圖網址',
    cell: ({ imageUrl }, ownAddress) => absoluteUrl(imageUrl, ownAddress),
  }),
  ...Array.from({ length: picturesInFile }, (_, position) =>
    ofProduct({
      key: `imagesUrl${position + 1}`,
      word: `圖片網址 ${position + 1}`,
      cell: ({ imagesUrl }, ownAddress) => absoluteUrl(imagesUrl[position] ?? '', ownAddress),
    }),
  ),
  ofProduct({
    key: 'content',
    word: '內容',
    cell: ({ content, contentJson }) => (contentJson ? JSON.stringify(contentJson) : content),
  }),
  ofProduct({
    key: 'description',
    word: '描述',
    cell: ({ description }, ownAddress) => withWholePictures(description, ownAddress),
  }),
  { key: 'variant_id', word: '規格編號', cell: ({ variant }) => variant?.id ?? '' },
  { key: 'sku', word: '貨號', cell: ({ variant }) => variant?.sku ?? '' },
  { key: 'barcode', word: '條碼', cell: ({ variant }) => variant?.barcode ?? '' },
  {
    key: 'weight_g',
    word: '重量（公克）',
    cell: ({ variant, weightG }) => (variant ?? { weightG }).weightG ?? '',
  },
  {
    key: 'sides_mm',
    word: '尺寸（公釐）',
    cell: ({ variant, sidesMm }) => (variant ?? { sidesMm }).sidesMm?.join('×') ?? '',
  },
  ofProduct({
    key: 'shipping_temperature',
    word: '溫層',
    cell: ({ temperature }) => temperatureLabels[temperature ?? 'normal'],
  }),
  ofProduct({
    key: 'no_return',
    word: '不適用鑑賞期的原因',
    cell: ({ noReturn }) => (noReturn ? noReturnLabels[noReturn] : ''),
  }),
  ...optionKeys.flatMap(({ name, value, word }, at): Column<ExportedProduct>[] => [
    {
      key: name,
      word: `規格名稱 ${at + 1}`,
      cell: ({ variant, options }) => (variant && options[at]?.name) ?? '',
    },
    { key: value, word, cell: ({ variant }) => variant?.optionValues[at] ?? '' },
  ]),
  {
    key: 'variant_image',
    word: '規格圖片網址',
    cell: ({ variant }, ownAddress) => absoluteUrl(variant?.imageUrl ?? '', ownAddress),
  },
]

const exportColumns: Column<ExportedProduct>[] = [
  ...productColumns,
  {
    key: 'variant',
    word: '規格',
    cell: ({ title, variant }) => (variant ? variantTitle(title, variant.title) : ''),
  },
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
    return { rows: rows.flatMap(linesOf), last: lastOf(rows, limit) }
  },
})

/** The lines of these ids as a file has them; archived products and variants have none. */
export async function findExportedProducts(
  db: Db,
  lineIds: readonly string[],
): Promise<ExportedProduct[]> {
  const ids = lineIds.map(productIdOf)
  const found = await select(db, and(isNull(products.deletedAt), inArray(products.id, ids)))
  const asked = new Set(lineIds)
  return found.flatMap(linesOf).filter((line) => asked.has(lineIdOf(line)))
}
