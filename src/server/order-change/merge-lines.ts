import { t } from '#contract/translate.ts'
import { chooseLineProduct, type LineProduct } from '../catalog/line-products.queries.ts'
import { createId } from '../db/id.ts'
import { readersTitle } from '../http/readers-texts.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import type { LineRow } from '../orders/back-office/change-lines.ts'
import { toSoldProduct } from '../orders/sold-product.ts'

export interface AskedLine {
  product_id: string
  variant_id?: string | null | undefined
  qty: number | string
}

/** A line that an order is to have; its price and its product are those of its sale. */
export interface MergedLine {
  row: Pick<
    LineRow,
    'id' | 'productId' | 'variantId' | 'variantTitle' | 'sku' | 'product' | 'coupon' | 'extra'
  >
  qty: number
  isAdded: boolean
}

const maxLines = 100
const maxPieces = 9_999

/** The id under which a line is counted in stock. */
export const soldIdOf = ({ variantId, productId }: Pick<LineRow, 'variantId' | 'productId'>) =>
  variantId ?? productId

/**
 * The lines of an order with the pieces that are asked for. What it has already keeps the price of
 * its sale, the oldest lines first; what is more costs what it costs now, in a line of its own where
 * that is another price.
 */
export function mergeLines(
  rows: readonly LineRow[],
  asked: readonly AskedLine[],
  sold: readonly LineProduct[],
): MergedLine[] {
  const lines: MergedLine[] = []
  for (const { productId, soldId, qty } of sumOf(rows, asked, sold)) {
    let left = qty
    const ofSold = rows.filter((row) => soldIdOf(row) === soldId)
    for (const row of ofSold) {
      const kept = Math.min(left, row.qty)
      left -= kept
      if (kept > 0) lines.push({ row, qty: kept, isAdded: false })
    }
    if (left > 0) add(lines, { productId, soldId, qty: left, ofSold, sold })
  }
  if (lines.length > maxLines)
    throw fieldError('lines', t('一筆訂單最多 {maxLines} 項商品', { maxLines }))
  // As they were ordered; added ones come last by their ids.
  return lines.toSorted((one, other) => (one.row.id < other.row.id ? -1 : 1))
}

interface Wanted {
  productId: string
  soldId: string
  qty: number
}

/** A product may be asked for in several lines; without a variant the one that it has counts. */
function sumOf(
  rows: readonly LineRow[],
  asked: readonly AskedLine[],
  sold: readonly LineProduct[],
): Wanted[] {
  const wanted = new Map<string, Wanted>()
  for (const { product_id: productId, variant_id, qty } of asked) {
    const isKept = rows.some((row) => soldIdOf(row) === productId)
    const first = () => chooseLineProduct(sold, { productId })?.variant?.id ?? productId
    const soldId = variant_id || (isKept ? productId : first())
    const known = wanted.get(soldId)
    wanted.set(soldId, { productId, soldId, qty: (known?.qty ?? 0) + Number(qty) })
  }
  return [...wanted.values()]
}

function add(
  lines: MergedLine[],
  of: Wanted & { ofSold: readonly LineRow[]; sold: readonly LineProduct[] },
): void {
  const { productId, soldId, qty, ofSold, sold } = of
  const found = chooseLineProduct(sold, { productId, variantId: soldId })
  const [known] = ofSold
  if (!found && !known) throw fieldError('lines', t('找不到產品 {soldId}', { soldId }))
  if (!found || found.isGone) {
    const product = known?.product ?? found?.product
    const title = product ? readersTitle(product) : ''
    const message = known
      ? t('「{title}」已下架，不能增加數量', { title })
      : t('「{title}」已下架，不能加入訂單', { title })
    throw new ShopError('ORDER_LINE_GONE', { message })
  }
  const { product, variant } = found
  const same = lines.findLast(
    ({ row }) => soldIdOf(row) === soldId && row.product.price === product.price,
  )
  if ((same?.qty ?? 0) + qty > maxPieces) {
    throw fieldError('lines', t('單項商品數量上限為 {maxPieces}', { maxPieces }))
  }
  if (same) {
    same.qty += qty
    return
  }
  const row = {
    ...{ id: createId(), productId: product.id, variantId: variant?.id ?? null },
    ...{ variantTitle: variant?.title ?? '', sku: variant?.sku ?? null },
    ...{ product: toSoldProduct(product), coupon: null, extra: {} },
  }
  lines.push({ row, qty, isAdded: true })
}

/** Whether an order would have the same pieces in the same lines as before. */
export function areSame(rows: readonly LineRow[], lines: readonly MergedLine[]): boolean {
  const before = new Map(rows.map(({ id, qty }) => [id, qty]))
  return lines.length === rows.length && lines.every(({ row, qty }) => before.get(row.id) === qty)
}
