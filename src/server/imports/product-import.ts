import { ProductInput as productSchema } from '#contract/catalog.schema.ts'
import type { ProductInput, ProductOption, VariantInput } from '#contract/catalog.ts'
import { withWholePictures } from '#contract/markup.ts'
import { noReturnLabels, noReturns } from '#contract/no-return.ts'
import {
  maxCode,
  maxOptionName,
  maxPrice,
  maxSide,
  maxValueText,
  maxWeight,
} from '#contract/product-limits.ts'
import { temperatureLabels, temperatures } from '#contract/shipping-kinds.ts'
import { maxOnHand } from '#contract/stock-rules.ts'
import { variantTitle } from '#contract/variants.ts'
import { lockProduct } from '../catalog/admin-catalog.queries.ts'
import {
  archiveProduct,
  changeProduct,
  createProduct,
  readProduct,
} from '../catalog/admin-catalog.service.ts'
import { storedHtml } from '../catalog/description.ts'
import { storedPicture } from '../catalog/picture-address.ts'
import { absoluteUrl } from '../catalog/product-wire.ts'
import type { StoredVariant } from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import type { Column } from '../exports/export-kind.ts'
import {
  type ExportedProduct,
  findExportedProducts,
  lineIdOf,
  optionKeys,
  picturesInFile,
  productColumns,
  productIdOf,
  variantKeys,
} from '../exports/product-export.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import { CellError, readCodeCell, readNumberCell } from '../input/csv-cells.ts'
import type { RunInput } from '../runs/run-action.ts'
import { flagCell, numberCell, optional, textCell, wholeTextCell } from './cells.ts'
import { createSchemaCheck } from './check-schema.ts'
import type { ImportSource } from './import-source.ts'
import { beginStock, withoutStock } from './initial-stock.ts'
import { checkProducts, isGrowingId, isOfProduct, variantInputOf } from './new-variants.ts'
import { type CellValue, defineTableImport, type TableImport, versionOf } from './table-import.ts'

/** As many beside the main one as a product may have. */
const maxPictures = 20
const sides = { minimum: 1, maximum: maxSide }
const price = numberCell({ maximum: maxPrice })
const pictureKeys = Array.from({ length: maxPictures }, (_, n) => `imagesUrl${n + 1}`)
const checkSchema = createSchemaCheck(productSchema)

/** The inputs of runs are JSON that this import has written; `checkInput` has judged them. */
const asInput = (input: RunInput) => input as unknown as ProductInput

function basicInput(row: ExportedProduct) {
  const { title, category, unit, originPrice, price } = row
  return { title, category, unit, origin_price: originPrice, price }
}

function wholeInput(row: ExportedProduct): RunInput {
  return {
    ...basicInput(row),
    content: row.contentJson ?? row.content,
    description: row.description,
    imageUrl: row.imageUrl,
    imagesUrl: row.imagesUrl,
    is_enabled: row.isEnabled,
    shipping_temperature: row.temperature,
    no_return: row.noReturn,
    weight_g: row.weightG,
    sides_mm: row.sidesMm,
  }
}

/** Of new products and variants: those that are there are counted by a file of stock. */
const stockColumn: Column<ExportedProduct> = { key: 'on_hand', word: '庫存', cell: () => '' }
const templateColumns = [...productColumns, stockColumn]
const columns = [
  ...templateColumns,
  ...pictureKeys.slice(picturesInFile).map((key, index): Column<ExportedProduct> => {
    const position = picturesInFile + index
    const cell: Column<ExportedProduct>['cell'] = ({ imagesUrl, variant }, ownAddress) =>
      variant ? '' : absoluteUrl(imagesUrl[position] ?? '', ownAddress)
    return { key, word: `圖片網址 ${position + 1}`, cell }
  }),
]

function variantInput(variant: StoredVariant): RunInput {
  const { price, originPrice, isEnabled, imageUrl, sku, barcode, weightG, sidesMm } = variant
  const ofShop = { sku, barcode, weight_g: weightG, sides_mm: sidesMm, variant_image: imageUrl }
  return { price, origin_price: originPrice, is_enabled: isEnabled, ...ofShop }
}

const keptVariant = ({ id, optionValues, price }: StoredVariant): VariantInput => ({
  ...{ id, option_values: optionValues, price },
})

/** The input of the product that changes one of its variants. */
function withVariant(row: ExportedProduct, change: RunInput): ProductInput {
  const changed = variantInputOf(Object.entries(change))
  const variants = (row.variants ?? []).map((variant) => ({
    ...keptVariant(variant),
    ...(variant.id === row.variant?.id && changed),
  }))
  return { ...basicInput(row), variants, changed_fields: ['variants'] }
}

/** Lists of a product that gets new variants, or of which only `kept` stay when that is undone. */
interface Growth extends Pick<ProductInput, 'variants'> {
  options: ProductOption[]
  kept?: string[]
  /** Of a product that had no options. */
  prices?: Pick<ProductInput, 'price' | 'origin_price'>
}

function withGrowth(row: ExportedProduct, growth: Growth): ProductInput {
  const { options, variants = [], kept, prices } = growth
  const stay = (row.variants ?? []).filter(({ id }) => kept?.includes(id) !== false)
  return {
    ...{ ...basicInput(row), ...prices, options },
    variants: [...stay.map(keptVariant), ...variants],
    changed_fields: ['options', 'variants', ...(prices ? pricesOf : [])],
  }
}

function beforeGrowth(row: ExportedProduct): Growth {
  const { price, origin_price } = basicInput(row)
  return {
    ...{ options: row.options, kept: (row.variants ?? []).map(({ id }) => id) },
    ...(!row.variants && { prices: { price, origin_price } }),
  }
}

/** The row is that of a line below the product; a line of the product has none. */
function changeOf(row: ExportedProduct | undefined, input: RunInput): ProductInput {
  if (!row) return asInput(input)
  return row.isGrowing ? withGrowth(row, input as unknown as Growth) : withVariant(row, input)
}

/** A growing product is read under an id of its own. */
async function findProducts(db: Db, ids: readonly string[]): Promise<ExportedProduct[]> {
  const [id = ''] = ids
  if (!isGrowingId(id)) return findExportedProducts(db, ids)
  const rows = await findExportedProducts(db, [productIdOf(id)])
  return rows.map((row) => ({ ...row, isGrowing: true }))
}

const pricesOf = ['origin_price', 'price'] as const
const ofBoth: readonly string[] = [...pricesOf, 'is_enabled', 'weight_g', 'sides_mm', 'on_hand']

/** Refuses what belongs in another line of the product. */
function checkLineOfProduct(input: RunInput, known: ExportedProduct | undefined): void {
  const keys = Object.keys(input)
  if (known && 'on_hand' in input) throw fieldError('on_hand', '已有的商品請用「匯入庫存」')
  if (known?.variant) {
    const option = keys.find((key) => key.startsWith('option'))
    if (option !== undefined) throw fieldError(option, '選項請在商品的規格頁修改')
    const strange = keys.find((key) => !variantKeys.has(key))
    if (strange !== undefined) throw fieldError(strange, '請填在商品的那一列')
    return
  }
  const strange = keys.find((key) => variantKeys.has(key) && !ofBoth.includes(key))
  if (strange !== undefined) throw fieldError(strange, '請填在規格的那一列')
  if (!known?.variants) return
  const before = basicInput(known)
  const price = pricesOf.find((key) => input[key] !== before[key])
  if (price !== undefined) throw fieldError(price, '商品有多種規格，請填在各規格的列')
}

function codeCell(text: string): CellValue {
  const value = readCodeCell(text)
  if (value.length > maxCode) throw new CellError(`最多 ${maxCode} 字`)
  return { value, text: value }
}

/** An empty cell leaves the option of a variant as it is. */
function optionCell(limit: number) {
  return (text: string): CellValue => {
    const value = text.trim()
    if (value.length > limit) throw new CellError(`最多 ${limit} 字`)
    return { value: value || undefined, text: value }
  }
}

/** Three numbers with a sign between them, as in `300×200×100`. */
function sidesCell(text: string): CellValue {
  const value = text.split(/[×xX*＊,，、]/).map((side) => readNumberCell(side, sides))
  if (value.length !== 3) throw new CellError('請填長×寬×高，例如 300×200×100')
  return { value, text: value.join('×') }
}

function temperatureCell(text: string): CellValue {
  const found = temperatures.find((one) => temperatureLabels[one] === text.trim())
  if (!found) throw new CellError('請填常溫、冷藏或冷凍')
  return { value: found === 'normal' ? null : found, text: temperatureLabels[found] }
}

function noReturnCell(text: string): CellValue {
  const found = noReturns.find((one) => noReturnLabels[one] === text.trim())
  if (!found)
    throw new CellError(`請填${Object.values(noReturnLabels).join('、')}其中之一，適用的留空`)
  return { value: found, text: noReturnLabels[found] }
}

function pictureCell(text: string, ownAddress: string): CellValue {
  try {
    const value = storedPicture(text, 'variant_image', ownAddress)
    return { value, text: absoluteUrl(value, ownAddress) }
  } catch (error) {
    if (error instanceof ShopError) throw new CellError('網址格式不正確')
    throw error
  }
}

/** Pictures that a file has no column for stay. */
function pictures(values: ReadonlyMap<string, unknown>, known: ExportedProduct | undefined) {
  const urls = [...(known?.imagesUrl ?? [])]
  for (const [position, key] of pictureKeys.entries()) {
    const value = values.get(key)
    if (value === undefined) continue
    while (urls.length < position) urls.push('')
    urls[position] = String(value)
  }
  while (urls.at(-1) === '') urls.pop()
  return urls
}

const examples: Record<string, string | number>[] = [
  {
    ...{ title: '阿里山高山茶', category: '茶與咖啡', unit: '罐', origin_price: 1200, price: 980 },
    ...{ is_enabled: '是', content: '150 公克', description: '<p>春茶</p>' },
  },
  {
    ...{ title: '手工餅乾', category: '點心', unit: '盒', origin_price: 350, price: 320 },
    ...{ is_enabled: '否', content: '12 片' },
  },
  { price: 320, weight_g: 200, option1_name: '口味', option1_value: '原味' },
  { price: 340, weight_g: 200, option1_name: '口味', option1_value: '抹茶' },
]

const table: TableImport<ExportedProduct> = {
  permission: 'data.import',
  columns,
  idKey: 'id',
  partKey: 'variant_id',
  required: [],
  passedOver: ['規格', '可售', '建立時間'],
  undoSeconds: 24 * 60 * 60,
  examples: async () => examples.map((cells) => templateColumns.map(({ key }) => cells[key] ?? '')),
  cells: {
    title: textCell,
    category: textCell,
    unit: textCell,
    origin_price: price,
    price,
    is_enabled: flagCell,
    imageUrl: textCell,
    ...Object.fromEntries(pictureKeys.map((key) => [key, textCell])),
    content: wholeTextCell,
    description: (text, ownAddress) => {
      const value = storedHtml(text)
      return { value, text: withWholePictures(value, ownAddress) }
    },
    sku: codeCell,
    barcode: codeCell,
    weight_g: optional(numberCell({ minimum: 1, maximum: maxWeight })),
    sides_mm: optional(sidesCell),
    shipping_temperature: optional(temperatureCell),
    no_return: optional(noReturnCell),
    ...Object.fromEntries(
      optionKeys.flatMap(({ name, value }) => [
        [name, optionCell(maxOptionName)],
        [value, optionCell(maxValueText)],
      ]),
    ),
    variant_image: pictureCell,
    // An empty cell, and a product that is not counted.
    on_hand: optional(numberCell({ maximum: maxOnHand }), undefined),
  },
  texts: [
    ...['title', 'category', 'unit', 'content', 'description', 'sku', 'barcode'],
    ...optionKeys.flatMap(({ name, value }) => [name, value]),
  ],
  unique: { key: 'sku', fold: (text) => text.trim() },
  needed: ['title', 'category', 'unit', 'origin_price', 'price'],
  idOf: lineIdOf,
  titleOf: ({ title, variant }) => (variant ? variantTitle(title, variant.title) : title),
  find: findProducts,
  // The lines of a product are changed one by one, and its prices follow its variants.
  version({ available: _, variant, variants, isGrowing, ...row }) {
    if (isGrowing) return [row.options, variants?.map(({ id, optionValues }) => [id, optionValues])]
    if (variant) return { ...variant, available: null }
    const ofVariants = { options: null, price: null, originPrice: null, priceMax: null }
    return variants ? { ...row, ...ofVariants } : row
  },
  toInput(values, known) {
    if (known?.variant) return Object.fromEntries(values)
    const named = [...values].filter(([key]) => !pictureKeys.includes(key))
    const hasPictures = pictureKeys.some((key) => values.has(key))
    return {
      ...(known && basicInput(known)),
      ...Object.fromEntries(named),
      ...(hasPictures && { imagesUrl: pictures(values, known) }),
    }
  },
  checkInput(input, known, ownAddress) {
    checkLineOfProduct(input, known)
    if (known?.variant) return
    checkSchema(input)
    readProduct(withoutStock(input).input, ownAddress)
  },
  lock: (tx, lineId) => lockProduct(tx, productIdOf(lineId)),
  async create({ tx, actor, ownAddress }, given) {
    const { input, counted } = withoutStock(given)
    const row = await createProduct(tx, actor, input, ownAddress)
    await beginStock(tx, actor, row.id, counted)
    return row
  },
  async change({ tx, actor, ownAddress }, lineId, given) {
    const id = productIdOf(lineId)
    const [row] = lineId === id ? [] : await findProducts(tx, [lineId])
    const { input, counted } = withoutStock(given)
    await changeProduct(tx, actor, { id, input: changeOf(row, { ...input }) }, ownAddress)
    await beginStock(tx, actor, id, counted)
  },
  before(row, input) {
    if (row.isGrowing) return { ...beforeGrowth(row) }
    const whole = Object.entries(row.variant ? variantInput(row.variant) : wholeInput(row))
    return Object.fromEntries(whole.filter(([key]) => key in input))
  },
  archive: ({ tx, actor }, id) => archiveProduct(tx, actor, id),
}

/** The version that the undo of a new product compares; null for one that is not there. */
export async function productVersion(db: Db, id: string): Promise<string | null> {
  const [row] = await findExportedProducts(db, [id])
  return row ? versionOf(table, row) : null
}

const source: ImportSource = { ...defineTableImport(table), hasPresets: true, templateColumns }

export const productImport: ImportSource = {
  ...source,
  belongsTo: isOfProduct,
  check: (db, lines, ownAddress) => checkProducts({ table, source }, db, lines, ownAddress),
}
