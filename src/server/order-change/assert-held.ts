import { t } from '#contract/translate.ts'
import type { LineProduct } from '../catalog/line-products.queries.ts'
import type { Db } from '../db/connect.ts'
import { readersTitle } from '../http/readers-texts.ts'
import { ShopError } from '../http/shop-error.ts'
import type { LineRow } from '../orders/back-office/change-lines.ts'
import { shortageText } from '../stock/shortage.ts'
import { type HeldQuantity, readHolds } from '../stock/stock-holds.queries.ts'
import { type MergedLine, soldIdOf } from './merge-lines.ts'

/** Pieces by the id in stock. */
export function piecesOf(
  lines: readonly { row: Pick<LineRow, 'variantId' | 'productId'>; qty: number }[],
): HeldQuantity[] {
  const pieces = new Map<string, number>()
  for (const { row, qty } of lines) {
    pieces.set(soldIdOf(row), (pieces.get(soldIdOf(row)) ?? 0) + qty)
  }
  return [...pieces].map(([variantId, qty]) => ({ variantId, qty }))
}

export const adjustQuantity = '請調整數量'

/**
 * Throws what is short of the pieces that an order would have more; the hold judges again. Less is
 * always possible.
 */
export async function assertHeld(
  db: Db,
  orderId: string,
  of: { rows: readonly LineRow[]; lines: readonly MergedLine[]; sold: readonly LineProduct[] },
): Promise<void> {
  const { rows, lines, sold } = of
  const had = piecesOf(rows.map((row) => ({ row, qty: row.qty })))
  const qtyOf = (pieces: readonly HeldQuantity[], id: string) =>
    pieces.find(({ variantId }) => variantId === id)?.qty ?? 0
  const more = piecesOf(lines).filter(({ variantId, qty }) => qty > qtyOf(had, variantId))
  if (more.length === 0) return
  const held = await readHolds(db, orderId)
  const shortages = more.flatMap(({ variantId, qty }) => {
    const found = sold.find(({ product, variant }) => (variant?.id ?? product.id) === variantId)
    const { product, stockLeft = null } = found ?? {}
    if (!product || stockLeft === null) return []
    const own = qtyOf(held, variantId)
    // Pieces that were ordered while nothing was counted need no hold.
    const unheld = Math.max(0, qtyOf(had, variantId) - own)
    const left = stockLeft + own + unheld
    const ofVariant = variantId !== product.id && { variant_id: variantId }
    const of = { product_id: product.id, ...ofVariant, title: readersTitle(product) }
    return qty > left ? [{ ...of, asked: qty, left }] : []
  })
  if (shortages.length === 0) return
  const message = t('{shortages}，{adjustQuantity}', {
    shortages: shortages.map(shortageText).join(t('、')),
    adjustQuantity: t(adjustQuantity),
  })
  throw new ShopError('ORDER_STOCK_SHORT', { message, shortages })
}
