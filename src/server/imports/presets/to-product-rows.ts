import { setImmediate } from 'node:timers/promises'
import { hasTags } from '#contract/markup.ts'
import { maxOptions } from '#contract/product-limits.ts'
import { unguardCell } from '../../input/csv-cells.ts'
import { looksLikeValue } from '../../input/spreadsheet-values.ts'
import type { MatchedTable } from './match-columns.ts'
import type { ProductField } from './product-fields.ts'
import type { ProductPreset } from './product-preset.ts'

/** A row of a file of this shop, by the keys of its columns, and where it comes from. */
interface ConvertedRow {
  place: string
  cells: ReadonlyMap<string, string>
}

/** A row of the other shop: its cells as they are, by their fields. */
interface Row {
  place: string
  group: string
  cells: ReadonlyMap<ProductField, readonly string[]>
}

/** A product needs them here, and other shops have none. */
const noCategory = '未分類'
const defaultUnit = '件'
const groupsAtOnce = 100
const optionFields = [1, 2, 3].map((n) => ({
  name: `option${n}_name` as ProductField,
  value: `option${n}_value` as ProductField,
}))

/**
 * The products of another shop as rows of this one: a line for each product, and below it one for
 * each of its variants. Rows of all tables that name the same product are one product.
 */
export async function toProductRows(
  tables: readonly MatchedTable[],
  preset: ProductPreset,
): Promise<ConvertedRow[]> {
  const groups = new Map<string, Row[]>()
  for (const row of tables.flatMap((table) => readRows(table, preset))) {
    const known = groups.get(row.group)
    if (known) known.push(row)
    else groups.set(row.group, [row])
  }
  const bySku = skuGroups(groups)
  const converted: ConvertedRow[] = []
  let count = 0
  for (const rows of joinParents(groups, bySku).values()) {
    if (++count % groupsAtOnce === 0) await setImmediate()
    converted.push(...toRows(rows, preset))
  }
  return converted
}

function readRows(table: MatchedTable, preset: ProductPreset): Row[] {
  const { source, columns, rows, words } = table
  const firstLine = preset.firstLine?.(words) ?? 0
  let above = ''
  return rows
    .filter(({ line }) => line >= firstLine)
    .map(({ line, cells }) => {
      const read = new Map<ProductField, string[]>()
      for (const [position, { field }] of columns.entries()) {
        const cell = cells[position] ?? ''
        const text = unguardCell(cell).trim()
        if (field === null || text === '') continue
        const known = field as ProductField
        if (preset.isNothing?.(known, text)) continue
        read.set(known, [...(read.get(known) ?? []), cell])
      }
      const named = textOf(read, 'parent').replace(/^id:/, '') || textOf(read, 'group')
      const group = named || (preset.continuesAbove ? above : '') || `${source ?? ''} ${line}`
      above = group
      return { place: source ? `${source} 第 ${line} 列` : `第 ${line} 列`, group, cells: read }
    })
}

/** Variants may name the product that they are of by its SKU. */
function skuGroups(groups: ReadonlyMap<string, Row[]>): Map<string, string> {
  const rows = [...groups.values()].flat().filter(({ cells }) => !cells.has('parent'))
  return new Map(rows.map((row) => [textOf(row.cells, 'sku'), row.group]))
}

function joinParents(
  groups: ReadonlyMap<string, Row[]>,
  bySku: ReadonlyMap<string, string>,
): Map<string, Row[]> {
  const joined = new Map<string, Row[]>()
  for (const [group, rows] of groups) {
    const isOfSku = rows.every(({ cells }) => cells.has('parent'))
    const own = (isOfSku && bySku.get(group)) || group
    joined.set(own, [...(joined.get(own) ?? []), ...rows])
  }
  return joined
}

const cellOf = (cells: Row['cells'], field: ProductField) => cells.get(field)?.[0] ?? ''
const textOf = (cells: Row['cells'], field: ProductField) =>
  unguardCell(cellOf(cells, field)).trim()

/** A text that was not a cell by itself: it is guarded, since nobody's spreadsheet rewrote it. */
const made = (text: string) => (looksLikeValue(text) || text.startsWith("'") ? `'${text}` : text)

function toRows(rows: readonly Row[], preset: ProductPreset): ConvertedRow[] {
  const [first] = rows
  if (!first) return []
  const isVariant = ({ cells }: Row) =>
    preset.isVariant
      ? preset.isVariant(textOf(cells, 'type'))
      : cells.has('variant_title') || optionFields.some(({ value }) => cells.has(value))
  const variants = rows.filter(isVariant)
  // A row of a variant alone says nothing of the product.
  const ofProduct = preset.isVariant ? rows.filter((row) => !isVariant(row)) : rows
  const whole = mergeRows(ofProduct.length > 0 ? ofProduct : rows)
  const head = productCells(whole, preset)
  if (variants.length === 0) {
    const cells = new Map([...head, ...soldCells(mergeRows(rows), whole, preset)])
    // A product without options has none of these here.
    for (const key of ['sku', 'barcode', 'variant_image']) cells.delete(key)
    return [{ place: first.place, cells }]
  }
  const options = optionsOf(variants, whole, preset)
  return [
    { place: first.place, cells: head },
    ...variants.map((row) => ({
      place: row.place,
      cells: new Map([...optionCells(row, options), ...soldCells(row.cells, whole, preset)]),
    })),
  ]
}

/** The first cell of each field; of pictures all, each once. */
function mergeRows(rows: readonly Row[]): Row['cells'] {
  const merged = new Map<ProductField, readonly string[]>()
  for (const { cells } of rows) {
    for (const [field, texts] of cells) {
      const known = merged.get(field) ?? []
      if (field === 'pictures') merged.set(field, [...new Set([...known, ...texts])])
      else if (known.length === 0) merged.set(field, texts)
    }
  }
  return merged
}

function productCells(whole: Row['cells'], preset: ProductPreset): Map<string, string> {
  const cells = new Map<string, string>()
  const put = (key: string, cell: string) => {
    if (cell !== '') cells.set(key, cell)
  }
  put('title', cellOf(whole, 'title'))
  put('category', categoryOf(cellOf(whole, 'category')) || noCategory)
  put('unit', cellOf(whole, 'unit') || defaultUnit)
  put('is_enabled', isPublished(whole) ? '是' : '否')
  const pictures = (whole.get('pictures') ?? []).flatMap((cell) => picturesOf(cell, preset))
  for (const [index, address] of [...new Set(pictures)].entries()) {
    put(index === 0 ? 'imageUrl' : `imagesUrl${index}`, address)
  }
  put('content', plainText(unguardCell(cellOf(whole, 'summary'))))
  put('description', descriptionOf(whole, preset))
  return cells
}

/** The last name of the first path of categories. */
function categoryOf(cell: string): string {
  const [first = ''] = unguardCell(cell).split(/[,\n;]/)
  const name = first.split('>').at(-1)?.trim() ?? ''
  return made(name)
}

function picturesOf(cell: string, preset: ProductPreset): string[] {
  const text = unguardCell(cell).trim()
  return (preset.splitPictures?.(text) ?? [text]).filter((address) => /^https?:\/\//i.test(address))
}

/** A short text has no tags here. */
function plainText(text: string): string {
  const plain = text
    .replace(/\\n|<br\s{0,3}\/?>|<\/p>/gi, '\n')
    .split('<')
    .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('>') + 1)))
    .join('')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&')
  return made(plain.trim())
}

function descriptionOf(whole: Row['cells'], preset: ProductPreset): string {
  const html = unguardCell(cellOf(whole, 'description')).trim()
  const text = unguardCell(cellOf(whole, 'description_text')).trim()
  const toHtml = preset.toDescription ?? ((one: string) => one)
  if (html === '') return text === '' ? '' : (preset.toDescription?.(text) ?? text)
  const known = toHtml(html)
  return hasTags(known) ? known : known.replaceAll('\n', '<br />')
}

/** A product that no column calls published is shown to nobody until the owner says so. */
function isPublished(cells: Row['cells']): boolean {
  const [published, status] = [textOf(cells, 'published'), textOf(cells, 'status')]
  const isYes = /^(?:true|yes|y|1|是|上架|上架中|已上架|顯示|active|開啟)$/i
  if (published !== '') return isYes.test(published) && (status === '' || isYes.test(status))
  return isYes.test(status)
}

/** Prices, stock and packing of what a row sells, as far as it says so. */
function soldCells(
  cells: Row['cells'],
  whole: Row['cells'],
  preset: ProductPreset,
): Map<string, string> {
  const sold = new Map<string, string>()
  const put = (key: string, cell: string | undefined) => {
    if (cell !== undefined && cell !== '') sold.set(key, cell)
  }
  const own = (...fields: ProductField[]) => fields.map((one) => cellOf(cells, one)).find(Boolean)
  const price = own('variant_price', 'price') ?? cellOf(whole, 'price')
  // The sale of the product is not one of a variant with a price of its own.
  const sale = cells.has('variant_price')
    ? own('variant_sale_price')
    : (own('variant_sale_price', 'sale_price') ?? cellOf(whole, 'sale_price'))
  const asked = sale || price
  put('price', asked)
  put('origin_price', higher(own('former_price') ?? price, asked))
  put('is_enabled', isPublished(cells) || isPublished(whole) ? '是' : '否')
  if (preset.isVariant && cells.has('published'))
    put('is_enabled', isPublished(cells) ? '是' : '否')
  put('sku', own('sku'))
  put('barcode', own('barcode'))
  put('weight_g', weightOf(cells) ?? weightOf(whole))
  put('sides_mm', sidesOf(cells) ?? sidesOf(whole))
  put('variant_image', picturesOf(own('variant_picture') ?? ownPicture(cells, preset), preset)[0])
  const stock = whole.has('variant_stock') ? own('variant_stock') : own('stock')
  // A variant that is not tracked there has no stock here, whatever number stands beside it.
  if (!preset.names.stock_tracker || cells.has('stock_tracker')) put('on_hand', leftOf(stock))
  return sold
}

/** A row that is a variant alone has its picture where products have theirs. */
const ownPicture = (cells: Row['cells'], preset: ProductPreset) =>
  preset.isVariant?.(textOf(cells, 'type')) ? cellOf(cells, 'pictures') : ''

/** Shops that sell beyond their stock write less than none. */
const leftOf = (stock: string | undefined) =>
  stock !== undefined && /^-\d+(?:\.0*)?$/.test(unguardCell(stock).trim()) ? '0' : stock

/** A former price below the price would be shown as none. */
function higher(former: string, price: string): string {
  const number = (cell: string) => Number(unguardCell(cell).replaceAll(',', ''))
  return former === '' || number(former) < number(price) ? price : former
}

function weightOf(cells: Row['cells']): string | undefined {
  const grams = toWhole(textOf(cells, 'weight_g'), 1)
  return grams ?? toWhole(textOf(cells, 'variant_weight_kg') || textOf(cells, 'weight_kg'), 1000)
}

function sidesOf(cells: Row['cells']): string | undefined {
  const fields = ['length_cm', 'width_cm', 'height_cm'] as const
  const sides = fields.map((field) => toWhole(textOf(cells, field), 10))
  return sides.some((side) => side === undefined) ? undefined : sides.join('×')
}

/** A measure in a smaller unit, whole and above zero; as it is where it is no number. */
function toWhole(text: string, times: number): string | undefined {
  if (text === '') return undefined
  const number = Number(text.replaceAll(',', ''))
  if (Number.isNaN(number)) return text
  return number > 0 ? String(Math.max(1, Math.round(number * times))) : undefined
}

interface Options {
  /** As many as the variants have. */
  names: string[]
  valuesOf(row: Row): string[]
}

function optionsOf(
  variants: readonly Row[],
  whole: Row['cells'],
  { splitVariant }: ProductPreset,
): Options {
  const isJoined = variants.every(
    ({ cells }) => !optionFields.some(({ value }) => cells.has(value)),
  )
  if (isJoined) {
    const titles = variants.map(({ cells }) => textOf(cells, 'variant_title'))
    const split = titles.map((title) => splitVariant?.(title) ?? [title])
    const count = split[0]?.length ?? 1
    const isEven = count <= maxOptions && split.every((parts) => parts.length === count)
    const partsOf = (title: string) => (isEven ? (splitVariant?.(title) ?? [title]) : [title])
    return {
      names: nameOptions(isEven ? count : 1, whole),
      valuesOf: ({ cells }) => partsOf(textOf(cells, 'variant_title')).map(made),
    }
  }
  const count = optionFields.findLastIndex(({ value }) =>
    variants.some(({ cells }) => cells.has(value)),
  )
  const named = mergeRows(variants)
  return {
    names: nameOptions(count + 1, new Map([...whole, ...named])),
    valuesOf: ({ cells }) =>
      optionFields.slice(0, count + 1).map(({ value }) => cellOf(cells, value)),
  }
}

function nameOptions(count: number, cells: Row['cells']): string[] {
  return optionFields.slice(0, count).map(({ name }, index) => {
    return cellOf(cells, name) || (count === 1 ? '規格' : `規格 ${index + 1}`)
  })
}

function* optionCells(row: Row, { names, valuesOf }: Options): Generator<[string, string]> {
  const values = valuesOf(row)
  for (const [index, name] of names.entries()) {
    yield [`option${index + 1}_name`, name]
    yield [`option${index + 1}_value`, values[index] ?? '']
  }
}
