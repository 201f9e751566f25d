import { isDeepStrictEqual } from 'node:util'
import type { ProductOption, VariantInput } from '#contract/catalog.ts'
import { maxValues, maxVariants } from '#contract/product-limits.ts'
import { valuesTitle, variantTitle } from '#contract/variants.ts'
import { findTakenSkus } from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import type { LineError } from '../db/tables/files.ts'
import {
  type ExportedProduct,
  findExportedProducts,
  optionKeys,
  productColumns,
  variantKeys,
} from '../exports/product-export.ts'
import { type CheckedLine, faultyLine, type ImportSource, type ReadLine } from './import-source.ts'
import { readCells, type TableImport, versionOf } from './table-import.ts'

/** The id of the change that makes all new variants of a product. */
const growingId = (productId: string) => `${productId}/+`
export const isGrowingId = (id: string) => id.endsWith('/+')

const cellOf = ({ cells }: ReadLine, key: string) => cells.get(key)?.trim() ?? ''
const withCells = (line: ReadLine, cells: Iterable<[string, string]>): ReadLine => ({
  ...line,
  cells: new Map([...line.cells, ...cells]),
})
const valuesOf = (line: ReadLine) => optionKeys.map(({ value }) => cellOf(line, value))

/** A line with options and without the id of a variant: it makes one, of the product above. */
function isNewVariant(line: ReadLine): boolean {
  const hasOption = optionKeys.some(({ name, value }) => cellOf(line, name) || cellOf(line, value))
  return hasOption && cellOf(line, 'variant_id') === ''
}

/** Whether a line is of the product whose lines begin with this one. */
export function isOfProduct(line: ReadLine, first: ReadLine): boolean {
  const id = cellOf(line, 'id')
  return id === '' ? isNewVariant(line) : id === cellOf(first, 'id')
}

/** The lines of one product that stand together. */
interface Block {
  first: ReadLine
  lines: ReadLine[]
  /** Those that make variants. */
  added: ReadLine[]
  /** In the shop. */
  product?: ExportedProduct | undefined
}

/**
 * Checks lines of products. Those that make variants are one change with each other, and with the
 * line of their product where that is new: a product is made with all its variants or not at all.
 */
export async function checkProducts(
  { table, source }: { table: TableImport<ExportedProduct>; source: ImportSource },
  db: Db,
  lines: readonly ReadLine[],
  ownAddress: string,
): Promise<CheckedLine[]> {
  const blocks = await readBlocks(db, lines)
  const added = new Set(blocks.flatMap((block) => block.added))
  const others = blocks.flatMap((block) => block.lines.filter((line) => !added.has(line)))
  const checked = await source.check(db, others, ownAddress)
  const byLine = new Map(checked.map((line) => [line.line, line]))
  for (const block of blocks) {
    if (block.added.length === 0) continue
    const head = byLine.get(block.first.line)
    for (const line of checkBlock(table, block, head, ownAddress)) byLine.set(line.line, line)
  }
  await refuseTakenSkus(db, blocks, byLine)
  return lines.flatMap(({ line }) => byLine.get(line) ?? [])
}

async function readBlocks(db: Db, lines: readonly ReadLine[]): Promise<Block[]> {
  const blocks: Block[] = []
  for (const line of lines) {
    const last = blocks.at(-1)
    if (last && isOfProduct(line, last.first)) last.lines.push(line)
    else blocks.push({ first: line, lines: [line], added: [] })
  }
  const growing = blocks.filter((block) => block.lines.some(isNewVariant))
  const ids = growing.map(({ first }) => cellOf(first, 'id')).filter(Boolean)
  const found = ids.length === 0 ? [] : await findExportedProducts(db, ids)
  const products = new Map(found.map((row) => [row.id, row]))
  for (const block of growing) {
    const id = cellOf(block.first, 'id')
    block.product = products.get(id)
    block.lines = block.lines.map((line) => knownLine(line, block))
    // The check of the other lines reports an unknown id.
    if (id === '' || block.product) block.added = block.lines.filter(isNewVariant)
    else block.lines = block.lines.map((line) => withCells(line, [['id', id]]))
    if (!block.product && block.added.length > 0) block.lines[0] = pricedHead(block)
  }
  return blocks
}

/** A line whose options are those of a variant in the shop is the line of that variant. */
function knownLine(line: ReadLine, { product }: Block): ReadLine {
  if (!product || !isNewVariant(line)) return line
  const values = valuesOf(line).slice(0, product.options.length)
  const known = product.variants?.find(({ optionValues }) =>
    isDeepStrictEqual(optionValues, values),
  )
  if (!known) return line
  // Empty cells of a new variant stand for what it takes over.
  const isSaid = ([key, text]: [string, string]) =>
    text.trim() !== '' && !(key === 'title' && text.trim() === product.title)
  const cells = new Map([...line.cells].filter(isSaid))
  return { ...line, cells: cells.set('id', product.id).set('variant_id', known.id) }
}

/** The line of a new product may leave its prices to its variants. */
function pricedHead({ first, added }: Block): ReadLine {
  if (isNewVariant(first)) return first
  const price = cellOf(first, 'price') || added.map((line) => cellOf(line, 'price')).find(Boolean)
  if (!price) return first
  const former = cellOf(first, 'origin_price') || price
  return withCells(first, [
    ['price', price],
    ['origin_price', former],
  ])
}

/** Cells of a variant by their keys on the wire. */
export function variantInputOf(cells: Iterable<[string, unknown]>): Partial<VariantInput> {
  const { variant_image: imageUrl, ...rest } = Object.fromEntries(cells)
  return { ...rest, ...(imageUrl !== undefined && { imageUrl: String(imageUrl) }) }
}

interface ReadVariant {
  line: ReadLine
  values: string[]
  input: VariantInput
  changes: CheckedLine['changes']
  errors: LineError[]
}

function checkBlock(
  table: TableImport<ExportedProduct>,
  block: Block,
  head: CheckedLine | undefined,
  ownAddress: string,
): CheckedLine[] {
  const { product, added, first } = block
  const carrier = added.at(-1)?.line ?? 0
  if (!product && isNewVariant(first)) {
    const errors = [{ column: '', reason: '請在這一列的上面填商品的資料' }]
    return added.map((line) => faultyLine(line, { title: cellOf(line, 'title') }, errors))
  }
  const names = namesOf(block)
  const input = head?.plan?.input as { title?: string; price?: number } | undefined
  const of = {
    ...{ names, product, first },
    // A faulty line of the product refuses all of them.
    price: product?.price ?? input?.price ?? 0,
    title: product?.title ?? input?.title ?? cellOf(first, 'title'),
  }
  const variants = added.map((line) => readVariant(table, line, of, ownAddress))
  const options = optionsOf(names, product, variants)
  refuseWhole(variants, options, product)
  const lists = { options, variants: variants.map(({ input }) => input) }
  const plan = product
    ? { input: lists, seen: versionOf(table, { ...product, isGrowing: true }) }
    : { input: { ...head?.plan?.input, ...lists }, seen: null }
  const checked = variants.map(({ line, values, changes, errors }): CheckedLine => {
    const about = { title: variantTitle(of.title, valuesTitle(values)), group: carrier }
    if (errors.length > 0) return faultyLine(line, about, errors)
    const isCarrier = line.line === carrier
    return {
      ...{ ...about, line: line.line, outcome: 'new', changes, errors },
      subjectId: isCarrier && product ? growingId(product.id) : null,
      plan: isCarrier ? plan : null,
    }
  })
  return product || !head ? checked : [{ ...head, plan: null, group: carrier }, ...checked]
}

/** The names of the options, of a product without them as its first new line gives them. */
function namesOf({ product, added: [line] }: Block): string[] {
  if (product && product.options.length > 0) return product.options.map(({ name }) => name)
  if (!line) return []
  const count = optionKeys.findLastIndex(
    ({ name, value }) => cellOf(line, name) !== '' || cellOf(line, value) !== '',
  )
  return optionKeys.slice(0, count + 1).map(({ name }) => cellOf(line, name))
}

function readVariant(
  table: TableImport<ExportedProduct>,
  line: ReadLine,
  of: {
    names: string[]
    product: ExportedProduct | undefined
    first: ReadLine
    price: number
  },
  ownAddress: string,
): ReadVariant {
  const { names, product, first, price } = of
  const own = [...line.cells].filter(([key]) => variantKeys.has(key))
  const read = readCells(table, { ...line, cells: new Map(own) }, undefined, ownAddress)
  const errors = [...read.errors, ...optionFaults(line, names)]
  for (const { key, word, cell } of productColumns) {
    const text = cellOf(line, key)
    if (text === '' || key === 'id' || variantKeys.has(key)) continue
    const known = product ? String(cell(product, ownAddress)) : cellOf(first, key)
    if (text !== known.trim()) errors.push({ column: word, reason: '請填在商品的那一列' })
  }
  const { values, changes } = read
  if (!values.has('price')) changes.push({ column: '售價', before: '', after: String(price) })
  const optionValues = valuesOf(line).slice(0, names.length)
  const ofVariant = [...values].filter(([key]) => !key.startsWith('option'))
  const input = { price, ...variantInputOf(ofVariant), option_values: optionValues }
  return { line, values: optionValues, input, changes, errors }
}

function optionFaults(line: ReadLine, names: readonly string[]): LineError[] {
  return optionKeys.flatMap(({ name, value, word }, at): LineError[] => {
    const [typed, text, known] = [cellOf(line, name), cellOf(line, value), names[at]]
    if (known === undefined) {
      const isEmpty = typed === '' && text === ''
      return isEmpty ? [] : [{ column: word, reason: `商品只有 ${names.length} 個規格` }]
    }
    if (known === '') return [{ column: word, reason: '請填寫規格名稱' }]
    if (text === '') return [{ column: word, reason: `請填寫「${known}」的選項` }]
    if (typed !== '' && typed !== known) return [{ column: word, reason: `應為「${known}」` }]
    return names.indexOf(known) < at ? [{ column: word, reason: '規格名稱重複' }] : []
  })
}

/** The options with the values that the new variants bring. */
function optionsOf(
  names: readonly string[],
  product: ExportedProduct | undefined,
  variants: readonly ReadVariant[],
): ProductOption[] {
  return names.map((name, at) => {
    const known = product?.options[at]?.values ?? []
    return {
      name,
      values: [...new Set([...known, ...variants.map(({ values }) => values[at] ?? '')])],
    }
  })
}

/** Adds the errors that a variant has beside the others. */
function refuseWhole(
  variants: readonly ReadVariant[],
  options: readonly ProductOption[],
  product: ExportedProduct | undefined,
): void {
  const seen = new Set<string>()
  for (const { values, errors } of variants) {
    const title = JSON.stringify(values)
    if (seen.has(title)) errors.push({ column: '', reason: '規格重複' })
    seen.add(title)
  }
  const last = variants.at(-1)?.errors
  const count = variants.length + (product?.variants?.length ?? 0)
  if (count > maxVariants) last?.push({ column: '', reason: `一個商品最多 ${maxVariants} 種規格` })
  const full = options.find(({ values }) => values.length > maxValues)
  if (full) last?.push({ column: '', reason: `「${full.name}」最多 ${maxValues} 個選項` })
}

/** Refuses SKUs that other products of the shop have; duplicates within the file are found elsewhere. */
async function refuseTakenSkus(
  db: Db,
  blocks: readonly Block[],
  byLine: Map<number, CheckedLine>,
): Promise<void> {
  const asked = blocks.flatMap(({ added, product }) =>
    added.map((line) => ({ line, product, sku: cellOf(line, 'sku') })),
  )
  const skus = asked.map(({ sku }) => sku).filter(Boolean)
  if (skus.length === 0) return
  const taken = new Map((await findTakenSkus(db, skus)).map((row) => [row.sku, row]))
  for (const { line, product, sku } of asked) {
    const [holder, checked] = [taken.get(sku), byLine.get(line.line)]
    if (!holder || !checked || holder.productId === product?.id) continue
    const error = { column: '貨號', reason: `「${sku}」已被「${holder.title}」使用` }
    byLine.set(line.line, faultyLine(line, checked, [...checked.errors, error]))
  }
}
