import { parseAmount } from '#contract/amounts.ts'
import type { VariantInput } from '#contract/catalog.ts'
import { maxCode, maxPrice, maxSide, maxWeight } from '#contract/product-limits.ts'
import { maxOnHand } from '#contract/stock-rules.ts'
import {
  type CellColumn,
  cellColumns,
  titleOf,
  type VariantDraft,
  type VariantDrafts,
  valuesOf,
} from './variant-drafts.ts'

export const cellLabels: Record<CellColumn, string> = {
  price: '售價',
  origin_price: '原價',
  sku: '貨號（SKU）',
  barcode: '條碼',
  weight_g: '重量（公克）',
  sides_mm: '尺寸（公釐）',
  on_hand: '庫存',
}

export type CellFaults = Record<string, Partial<Record<CellColumn, string>>>

/** Refused cells, by the key of their variant. */
export function faultsOf({ variants }: VariantDrafts, saved: VariantDrafts): CellFaults {
  const skus = Map.groupBy(variants, ({ cells }) => cells.sku.trim())
  const counted = new Set(
    saved.variants.filter(({ cells }) => cells.on_hand !== '').map(({ key }) => key),
  )
  const faults: CellFaults = {}
  for (const { key, cells } of variants) {
    for (const column of cellColumns) {
      const text = cells[column].trim()
      const isTwice = column === 'sku' && text !== '' && (skus.get(text)?.length ?? 0) > 1
      const isCleared = column === 'on_hand' && text === '' && counted.has(key)
      const fault =
        (isTwice && '貨號重複') ||
        (isCleared && '要改為不限量，請到「庫存」') ||
        cellFault(column, text)
      if (fault) faults[key] = { ...faults[key], [column]: fault }
    }
  }
  return faults
}

function cellFault(column: CellColumn, text: string): string | undefined {
  switch (column) {
    case 'price':
    case 'origin_price':
      return numberFault(text, 0, maxPrice)
    case 'weight_g':
      return text === '' ? undefined : numberFault(text, 1, maxWeight)
    case 'on_hand':
      return text === '' ? undefined : numberFault(text, 0, maxOnHand)
    case 'sides_mm':
      return text === '' || sidesOf(text) ? undefined : `長×寬×高，各 1 到 ${grouped(maxSide)}`
    default:
      return text.length > maxCode ? `請在 ${maxCode} 個字以內` : undefined
  }
}

function numberFault(text: string, minimum: number, maximum: number): string | undefined {
  const number = parseAmount(text)
  const isWithin = number !== undefined && number >= minimum && number <= maximum
  return isWithin ? undefined : `請輸入 ${minimum} 到 ${grouped(maximum)} 的整數`
}

const grouped = (number: number) => number.toLocaleString('zh-TW')

/** 「300×200×100」, with any of the signs that people write between them. */
function sidesOf(text: string): number[] | undefined {
  const sides = text.split(/[×x*✕\s/]+/i).map((side) => parseAmount(side))
  const isWhole = sides.length === 3 && sides.every((side) => side && side <= maxSide)
  return isWhole ? (sides as number[]) : undefined
}

/** A variant without refused cells as the server takes it. */
export function toInput({ options }: VariantDrafts, variant: VariantDraft): VariantInput {
  const { cells, id, valueKeys, isEnabled, picture } = variant
  return {
    ...(id !== undefined && { id }),
    option_values: valuesOf(options, valueKeys),
    price: parseAmount(cells.price) ?? cells.price,
    origin_price: parseAmount(cells.origin_price) ?? cells.origin_price,
    imageUrl: picture || null,
    sku: cells.sku.trim() || null,
    barcode: cells.barcode.trim() || null,
    weight_g: parseAmount(cells.weight_g) ?? null,
    sides_mm: sidesOf(cells.sides_mm.trim()) ?? null,
    is_enabled: isEnabled ? 1 : 0,
  }
}

/** The edited counts by the title of their variant, because a new variant has no id yet. */
export function countedTitles(drafts: VariantDrafts, saved: VariantDrafts): Map<string, number> {
  const before = new Map(saved.variants.map(({ key, cells }) => [key, cells.on_hand]))
  return new Map(
    drafts.variants.flatMap((variant) => {
      const count = parseAmount(variant.cells.on_hand)
      const isTyped = variant.cells.on_hand !== (before.get(variant.key) ?? '')
      return count !== undefined && isTyped ? [[titleOf(drafts, variant), count] as const] : []
    }),
  )
}

/** Counts by title or by id; null where it is not counted any more. */
export function withCounts(
  drafts: VariantDrafts,
  counts: ReadonlyMap<string, number | null>,
): VariantDrafts {
  const variants = drafts.variants.map((variant) => {
    const name = counts.has(variant.key) ? variant.key : titleOf(drafts, variant)
    const count = counts.get(name)
    if (count === undefined) return variant
    return { ...variant, cells: { ...variant.cells, on_hand: String(count ?? '') } }
  })
  return { ...drafts, variants }
}

/** Counts of saved variants, over the numbers that `saved` shows. */
export function stockLines(
  productId: string,
  saved: VariantDrafts,
  counts: ReadonlyMap<string, number>,
) {
  return saved.variants.flatMap((variant) => {
    const on_hand = counts.get(titleOf(saved, variant))
    if (on_hand === undefined) return []
    const expected_on_hand = parseAmount(variant.cells.on_hand) ?? null
    return [{ product_id: productId, variant_id: variant.key, on_hand, expected_on_hand }]
  })
}

export function withCell(
  drafts: VariantDrafts,
  key: string,
  [column, text]: [CellColumn, string],
): VariantDrafts {
  return changed(drafts, new Set([key]), (variant) => ({
    ...variant,
    cells: { ...variant.cells, [column]: text },
  }))
}

export function withEnabled(
  drafts: VariantDrafts,
  keys: ReadonlySet<string>,
  isEnabled: boolean,
): VariantDrafts {
  return changed(drafts, keys, (variant) => ({ ...variant, isEnabled }))
}

/** An empty picture is that of the product. */
export function withPicture(
  drafts: VariantDrafts,
  keys: ReadonlySet<string>,
  picture: string,
): VariantDrafts {
  return changed(drafts, keys, (variant) => ({ ...variant, picture }))
}

/** The cells of a spreadsheet's block; a quoted cell may hold lines and tabs. */
export function parseBlock(text: string): string[][] {
  const rows = [['']]
  let isQuoted = false
  let isAfterQuote = false
  for (const sign of text.replaceAll('\r\n', '\n').replaceAll('\r', '\n')) {
    const row = rows.at(-1) ?? []
    const cell = row.at(-1) ?? ''
    if (sign === '"' && (isQuoted || isAfterQuote || cell === '')) {
      // A quote within a quoted cell is doubled.
      if (isAfterQuote) row[row.length - 1] = `${cell}"`
      isAfterQuote = isQuoted
      isQuoted = !isQuoted
      continue
    }
    isAfterQuote = false
    if (isQuoted || (sign !== '\t' && sign !== '\n')) row[row.length - 1] = cell + sign
    else if (sign === '\t') row.push('')
    else rows.push([''])
  }
  // A spreadsheet ends its last row like the others.
  return rows.at(-1)?.join('') === '' && rows.length > 1 ? rows.slice(0, -1) : rows
}

/** Fills the cells from one on, to the right and below; `left` of the block found no cell. */
export function withBlock(
  drafts: VariantDrafts,
  from: { key: string; column: CellColumn },
  block: string[][],
): { drafts: VariantDrafts; pasted: number; left: number } {
  const top = drafts.variants.findIndex(({ key }) => key === from.key)
  const columns = cellColumns.slice(cellColumns.indexOf(from.column))
  let pasted = 0
  const variants = drafts.variants.map((variant, index) => {
    const row = top < 0 || index < top ? undefined : block[index - top]
    if (!row) return variant
    const cells = { ...variant.cells }
    for (const [at, column] of columns.entries()) {
      const text = row[at]
      if (text === undefined) continue
      cells[column] = text.trim()
      pasted += 1
    }
    return { ...variant, cells }
  })
  const total = block.reduce((sum, row) => sum + row.length, 0)
  return { drafts: { ...drafts, variants }, pasted, left: total - pasted }
}

export type ManyChange = 'set' | 'add' | 'percent'

/** Changes a column of the ticked variants. Empty cells have nothing to add to. */
export function withMany(
  drafts: VariantDrafts,
  keys: ReadonlySet<string>,
  change: { column: CellColumn; kind: ManyChange; text: string },
): VariantDrafts {
  const { column, kind, text } = change
  const by = parseAmount(text, { signed: true })
  return changed(drafts, keys, (variant) => {
    const before = parseAmount(variant.cells[column])
    if (kind === 'set') return { ...variant, cells: { ...variant.cells, [column]: text.trim() } }
    if (before === undefined || by === undefined) return variant
    const after = kind === 'add' ? before + by : Math.round((before * by) / 100)
    return { ...variant, cells: { ...variant.cells, [column]: String(after) } }
  })
}

function changed(
  drafts: VariantDrafts,
  keys: ReadonlySet<string>,
  change: (variant: VariantDraft) => VariantDraft,
): VariantDrafts {
  return {
    ...drafts,
    variants: drafts.variants.map((variant) => (keys.has(variant.key) ? change(variant) : variant)),
  }
}
