import { ProductInput as productSchema } from '#contract/catalog.schema.ts'
import type { ProductInput, VariantInput } from '#contract/catalog.ts'
import { withWholePictures } from '#contract/markup.ts'
import { maxPrice, maxWeight } from '#contract/product-limits.ts'
import { variantTitle } from '#contract/variants.ts'
import { lockProduct } from '../catalog/admin-catalog.queries.ts'
import {
  archiveProduct,
  changeProduct,
  createProduct,
  readProduct,
} from '../catalog/admin-catalog.service.ts'
import { storedHtml } from '../catalog/description.ts'
import type { StoredVariant } from '../catalog/variants.queries.ts'
import {
  type ExportedProduct,
  findExportedProducts,
  lineIdOf,
  picturesInFile,
  productColumns,
  productIdOf,
} from '../exports/product-export.ts'
import { fieldError } from '../input/coerced-values.ts'
import { CellError, readCodeCell } from '../input/csv-cells.ts'
import type { RunInput } from '../runs/run-action.ts'
import { flagCell, numberCell, optional, textCell, wholeTextCell } from './cells.ts'
import { createSchemaCheck } from './check-schema.ts'
import { type CellValue, defineTableImport, type TableImport } from './table-import.ts'

const price = numberCell({ maximum: maxPrice })
const pictureKeys = Array.from({ length: picturesInFile }, (_, n) => `imagesUrl${n + 1}`)
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
  }
}

function variantInput({ price, originPrice, isEnabled, sku, barcode, weightG }: StoredVariant) {
  const ofShop = { sku, barcode, weight_g: weightG }
  return { price, origin_price: originPrice, is_enabled: isEnabled, ...ofShop }
}

/** The input of the product that changes one of its variants. */
function withVariant(row: ExportedProduct, change: RunInput): ProductInput {
  const variants = (row.variants ?? []).map(({ id, optionValues, price }): VariantInput => {
    const kept = { id, option_values: optionValues, price }
    return id === row.variant?.id ? { ...kept, ...change } : kept
  })
  return { ...basicInput(row), variants, changed_fields: ['variants'] }
}

const ownOfVariant = ['sku', 'barcode', 'weight_g']
const ofVariant = ['origin_price', 'price', 'is_enabled', ...ownOfVariant]
const prices = ['origin_price', 'price'] as const

/** Refuses what belongs in another line of the product. */
function checkLineOfProduct(input: RunInput, known: ExportedProduct | undefined): void {
  const keys = Object.keys(input)
  if (known?.variant) {
    const strange = keys.find((key) => !ofVariant.includes(key))
    if (strange !== undefined) throw fieldError(strange, '請填在商品的那一列')
    return
  }
  const strange = keys.find((key) => ownOfVariant.includes(key))
  if (strange !== undefined) throw fieldError(strange, '請填在有規格編號的列')
  if (!known?.variants) return
  const before = basicInput(known)
  const price = prices.find((key) => input[key] !== before[key])
  if (price !== undefined) throw fieldError(price, '商品有多種規格，請填在各規格的列')
}

const maxCode = 64
function codeCell(text: string): CellValue {
  const value = readCodeCell(text)
  if (value.length > maxCode) throw new CellError(`最多 ${maxCode} 字`)
  return { value, text: value }
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

const table: TableImport<ExportedProduct> = {
  permission: 'data.import',
  columns: productColumns,
  idKey: 'id',
  partKey: 'variant_id',
  required: [],
  passedOver: ['規格', '可售', '建立時間'],
  undoSeconds: 24 * 60 * 60,
  examples: async () => [
    [
      '',
      '阿里山高山茶',
      '茶與咖啡',
      '罐',
      1200,
      980,
      '是',
      ...Array(6).fill(''),
      '150 公克',
      '<p>春茶</p>',
      ...Array(4).fill(''),
    ],
    [
      '',
      '手工餅乾',
      '點心',
      '盒',
      350,
      320,
      '否',
      ...Array(6).fill(''),
      '12 片',
      ...Array(5).fill(''),
    ],
  ],
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
  },
  texts: ['title', 'category', 'unit', 'content', 'description', 'sku', 'barcode'],
  needed: ['title', 'category', 'unit', 'origin_price', 'price'],
  idOf: lineIdOf,
  titleOf: ({ title, variant }) => (variant ? variantTitle(title, variant.title) : title),
  find: findExportedProducts,
  // The lines of a product are changed one by one, and its prices follow its variants.
  version({ available: _, variant, variants, ...row }) {
    if (variant) return { ...variant, available: null }
    return variants ? { ...row, price: null, originPrice: null, priceMax: null } : row
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
    readProduct(asInput(input), ownAddress)
  },
  lock: (tx, lineId) => lockProduct(tx, productIdOf(lineId)),
  create: ({ tx, actor, ownAddress }, input) =>
    createProduct(tx, actor, asInput(input), ownAddress),
  async change({ tx, actor, ownAddress }, lineId, input) {
    const id = productIdOf(lineId)
    const [row] = lineId === id ? [] : await findExportedProducts(tx, [lineId])
    const given = row ? withVariant(row, input) : asInput(input)
    await changeProduct(tx, actor, { id, input: given }, ownAddress)
  },
  before(row, input) {
    const whole = Object.entries(row.variant ? variantInput(row.variant) : wholeInput(row))
    return Object.fromEntries(whole.filter(([key]) => key in input))
  },
  archive: ({ tx, actor }, id) => archiveProduct(tx, actor, id),
}

export const productImport = defineTableImport(table)
