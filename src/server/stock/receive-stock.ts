import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { stock, stockHolds } from '../db/tables/stock.ts'
import type { Actor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { movementActor } from './movements.ts'
import { lockStock, recordMovements } from './stock.queries.ts'

interface HeldPieces {
  orderId: string
  /** Negative for what is given back. */
  qty: number
}

/**
 * Books what came in of a counted product, or was booked by mistake, and holds it for orders in the
 * same transaction, so that nobody else can buy it. The orders are locked by the caller. Nothing
 * happens to a product that is not counted. Throws STOCK_BELOW_HELD when less would be there than
 * orders hold.
 */
export async function receiveStock(
  tx: Db,
  actor: Actor,
  receipt: { productId: string; qty: number; note: string; holds: readonly HeldPieces[] },
): Promise<void> {
  const { productId, qty, note, holds } = receipt
  const [known] = await lockStock(tx, [productId])
  if (!known || known.onHand === null) return
  const heldChange = holds.reduce((sum, hold) => sum + hold.qty, 0)
  const onHand = known.onHand + qty
  const held = known.held + heldChange
  if (onHand < held) {
    const message = `已有 ${held} 件保留給訂單，庫存不可少於 ${held} 件`
    throw new ShopError('STOCK_BELOW_HELD', { message })
  }
  await tx.update(stock).set({ onHand, held }).where(eq(stock.productId, productId))
  const by = movementActor(actor)
  const received = { productId, onHandChange: qty, heldChange: 0, onHand, held: known.held }
  await recordMovements(tx, [received], { ...by, kind: 'received', note: note || undefined })
  let heldNow = known.held
  for (const hold of holds) {
    heldNow += hold.qty
    await changeHold(tx, productId, hold)
    const movement = { productId, onHandChange: 0, heldChange: hold.qty, onHand, held: heldNow }
    const kind = hold.qty > 0 ? 'held' : 'released'
    await recordMovements(tx, [{ ...movement, orderId: hold.orderId }], {
      ...by,
      kind,
      note: undefined,
    })
  }
}

async function changeHold(tx: Db, productId: string, { orderId, qty }: HeldPieces): Promise<void> {
  if (qty > 0) {
    await tx
      .insert(stockHolds)
      .values({ orderId, productId, qty })
      .onConflictDoUpdate({
        target: [stockHolds.orderId, stockHolds.productId],
        set: { qty: sql`${stockHolds.qty} + excluded.qty` },
      })
    return
  }
  const isHold = and(eq(stockHolds.orderId, orderId), eq(stockHolds.productId, productId))
  await tx.delete(stockHolds).where(and(isHold, sql`${stockHolds.qty} + ${qty} = 0`))
  await tx
    .update(stockHolds)
    .set({ qty: sql`${stockHolds.qty} + ${qty}` })
    .where(and(isHold, sql`${stockHolds.qty} + ${qty} > 0`))
}
