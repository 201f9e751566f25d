import { maxPrice, ProductInput as productSchema } from '#contract/catalog.schema.ts'
import type { ProductInput } from '#contract/catalog.ts'
import { withWholePictures } from '#contract/markup.ts'
import { lockProduct } from '../catalog/admin-catalog.queries.ts'
import {
  archiveProduct,
  changeProduct,
  createProduct,
  readProduct,
} from '../catalog/admin-catalog.service.ts'
import { storedHtml } from '../catalog/description.ts'
import {
  type ExportedProduct,
  findExportedProducts,
  picturesInFile,
  productColumns,
} from '../exports/product-export.ts'
import type { RunInput } from '../runs/run-action.ts'
import { flagCell, numberCell, textCell, wholeTextCell } from './cells.ts'
import { createSchemaCheck } from './check-schema.ts'
import { defineTableImport, type TableImport } from './table-import.ts'

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
  required: [],
  passedOver: ['可售', '建立時間'],
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
    ],
    ['', '手工餅乾', '點心', '盒', 350, 320, '否', ...Array(6).fill(''), '12 片', ''],
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
  },
  texts: ['title', 'category', 'unit', 'content', 'description'],
  needed: ['title', 'category', 'unit', 'origin_price', 'price'],
  idOf: ({ id }) => id,
  titleOf: ({ title }) => title,
  find: findExportedProducts,
  version: ({ available: _, ...row }) => row,
  toInput(values, known) {
    const named = [...values].filter(([key]) => !pictureKeys.includes(key))
    const hasPictures = pictureKeys.some((key) => values.has(key))
    return {
      ...(known && basicInput(known)),
      ...Object.fromEntries(named),
      ...(hasPictures && { imagesUrl: pictures(values, known) }),
    }
  },
  checkInput(input, _, ownAddress) {
    checkSchema(input)
    readProduct(asInput(input), ownAddress)
  },
  lock: lockProduct,
  create: ({ tx, actor, ownAddress }, input) =>
    createProduct(tx, actor, asInput(input), ownAddress),
  async change({ tx, actor, ownAddress }, id, input) {
    await changeProduct(tx, actor, { id, input: asInput(input) }, ownAddress)
  },
  before(row, input) {
    const whole = Object.entries(wholeInput(row))
    return Object.fromEntries(whole.filter(([key]) => key in input))
  },
  archive: ({ tx, actor }, id) => archiveProduct(tx, actor, id),
}

export const productImport = defineTableImport(table)
