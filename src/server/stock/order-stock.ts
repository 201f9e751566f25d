import { t } from '#contract/translate.ts'
import type { Db } from '../db/connect.ts'
import type { Actor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { movementActor } from './movements.ts'
import { shortageText } from './shortage.ts'
import {
  type HeldQuantity,
  holdAgain,
  holdLines,
  lessenHold,
  lockOfOrder,
  type Missing,
  putBackPieces,
  readHolds,
  releaseHolds,
  shipHolds,
} from './stock-holds.queries.ts'

interface OrderedLine extends HeldQuantity {
  productId: string
  /** Names the variant, too. */
  title: string
}

/**
 * Throws ORDER_STOCK_SHORT for lines of which less is left than they ask for; null is not counted.
 * Most orders that come too late end here, before they write anything and wait for a lock.
 */
export function assertAvailable(lines: readonly (OrderedLine & { left: number | null })[]): void {
  const missing = lines.flatMap(({ variantId, qty, left }) =>
    left !== null && left < qty ? [{ variantId, asked: qty, left }] : [],
  )
  if (missing.length > 0) throw stockShort(lines, missing, true)
}

/**
 * Holds the lines of a new order in its transaction, all or none; throws ORDER_STOCK_SHORT with
 * what is short. Products that are not counted are passed over.
 */
export async function hold(
  tx: Db,
  orderId: string,
  lines: readonly OrderedLine[],
  actor: Actor,
): Promise<void> {
  const missing = await holdLines(tx, orderId, lines, movementActor(actor))
  // The staff enter an order without a cart.
  const isOfCart = actor.kind === 'shopper'
  if (missing.length > 0) throw stockShort(lines, missing, isOfCart)
}

/**
 * Holds these lines of an order instead of those of before, all or none; throws ORDER_STOCK_SHORT with
 * what is short. Pieces that the order had without a hold, since their product was not counted when it
 * was ordered, need none now.
 */
export async function rehold(
  tx: Db,
  orderId: string,
  { before, lines }: { before: readonly HeldQuantity[]; lines: readonly OrderedLine[] },
  actor: Actor,
): Promise<void> {
  await lockOfOrder(
    tx,
    orderId,
    lines.map(({ variantId }) => variantId),
  )
  const held = await readHolds(tx, orderId)
  await releaseHolds(tx, [orderId], movementActor(actor))
  const toHold = lines.flatMap((line) => {
    const unheld = Math.max(0, qtyOf(before, line.variantId) - qtyOf(held, line.variantId))
    return line.qty > unheld ? [{ ...line, qty: line.qty - unheld }] : []
  })
  await hold(tx, orderId, toHold, actor)
}

function qtyOf(pieces: readonly HeldQuantity[], variantId: string): number {
  return pieces.find((piece) => piece.variantId === variantId)?.qty ?? 0
}

/** Gives back what an order, or each of several, still holds; again, it does nothing. */
export function release(tx: Db, orderId: string | readonly string[], actor: Actor): Promise<void> {
  return releaseHolds(tx, [orderId].flat(), movementActor(actor))
}

/** Gives back some pieces of a variant of which the order keeps others. */
export function releasePart(
  tx: Db,
  orderId: string,
  pieces: HeldQuantity,
  actor: Actor,
): Promise<void> {
  return lessenHold(tx, orderId, pieces, movementActor(actor))
}

/**
 * Takes the quantities of a parcel, or all that the order still holds, from the stock. Pieces not
 * held, since the product was not counted when it was ordered, are passed over.
 */
export function ship(
  tx: Db,
  orderId: string,
  lines: readonly HeldQuantity[] | 'all',
  actor: Actor,
): Promise<void> {
  return shipHolds(tx, orderId, lines, movementActor(actor))
}

/** Takes back what `ship` took: it is in stock again, held for the order. */
export function unship(
  tx: Db,
  orderId: string,
  pieces: readonly HeldQuantity[],
  actor: Actor,
): Promise<void> {
  return holdAgain(tx, orderId, pieces, movementActor(actor))
}

/** Takes what was returned into the stock of the products that are counted. */
export function putBack(
  tx: Db,
  orderId: string,
  pieces: readonly HeldQuantity[],
  actor: Actor,
): Promise<void> {
  return putBackPieces(tx, orderId, pieces, movementActor(actor))
}

/** Those that are short, in the order of the lines. */
function stockShort(
  lines: readonly OrderedLine[],
  missing: readonly Missing[],
  isOfCart: boolean,
): ShopError {
  const asked = new Map(lines.map((line) => [line.variantId, line]))
  const shortages = [...asked.values()].flatMap(({ productId, variantId, title }) => {
    const found = missing.find((short) => short.variantId === variantId)
    if (!found) return []
    const ofVariant = variantId !== productId && { variant_id: variantId }
    return [{ product_id: productId, ...ofVariant, title, asked: found.asked, left: found.left }]
  })
  const texts = shortages.map(shortageText).join(t('、'))
  const message = isOfCart
    ? t('{texts}，請調整購物車後再送出', { texts })
    : t('{texts}，請調整數量後再送出', { texts })
  return new ShopError('ORDER_STOCK_SHORT', { message, shortages })
}
