import { and, eq, sql } from 'drizzle-orm'
import type { MovementKind } from '#contract/stock-rules.ts'
import type { Db } from '../db/connect.ts'
import { stock, stockHolds } from '../db/tables/stock.ts'
import type { Actor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { movementActor } from './movements.ts'
import { lockCounted, recordMovements } from './stock.queries.ts'

export interface OrderPieces {
  orderId: string
  /** Negative for what is given back. */
  qty: number
}

interface Receipt {
  variantId: string
  /** Negative for a mistake, and 0 when only the holds change. */
  qty: number
  note: string
  holds: readonly OrderPieces[]
  /** Pieces of it that orders shipped before it came, without a hold. */
  shippedBefore: readonly OrderPieces[]
}

/**
 * Books what came in of a counted product, or was booked by mistake, and holds it for orders in the
 * same transaction, so that nobody else can buy it. The orders are locked by the caller. Nothing
 * happens to a product that is not counted. Throws STOCK_BELOW_HELD when less would be there than
 * orders hold.
 */
export async function receiveStock(tx: Db, actor: Actor, receipt: Receipt): Promise<void> {
  const { variantId, holds } = receipt
  const [known] = await lockCounted(tx, [variantId])
  if (!known) return
  let { onHand, held } = known
  const movements = movementsOf(receipt).map(({ kind, note, ...change }) => {
    onHand += change.onHandChange
    held += change.heldChange
    return { kind, note, movement: { ...change, variantId, onHand, held } }
  })
  if (onHand < held) {
    const message = `已有 ${held} 件保留給訂單，庫存不可少於 ${held} 件`
    throw new ShopError('STOCK_BELOW_HELD', { message })
  }
  await tx.update(stock).set({ onHand, held }).where(eq(stock.variantId, variantId))
  for (const hold of holds) await changeHold(tx, variantId, hold)
  const by = movementActor(actor)
  for (const { kind, note, movement } of movements) {
    await recordMovements(tx, [movement], { ...by, kind, note })
  }
}

interface Movement {
  kind: MovementKind
  note?: string | undefined
  onHandChange: number
  heldChange: number
  orderId?: string
}

/** In an order in which no number is below zero. */
function movementsOf({ qty, note, holds, shippedBefore }: Receipt): Movement[] {
  const received: Movement[] =
    qty === 0
      ? []
      : [{ kind: 'received', note: note || undefined, onHandChange: qty, heldChange: 0 }]
  const shipped = shippedBefore.map(
    ({ orderId, qty: n }): Movement => ({
      ...{ kind: n > 0 ? 'shipped' : 'unshipped', onHandChange: -n, heldChange: 0, orderId },
    }),
  )
  const held = holds.map(
    ({ orderId, qty: n }): Movement => ({
      ...{ kind: n > 0 ? 'held' : 'released', onHandChange: 0, heldChange: n, orderId },
    }),
  )
  return qty > 0 ? [...received, ...shipped, ...held] : [...shipped, ...received, ...held]
}

async function changeHold(tx: Db, variantId: string, { orderId, qty }: OrderPieces): Promise<void> {
  if (qty > 0) {
    await tx
      .insert(stockHolds)
      .values({ orderId, variantId, qty })
      .onConflictDoUpdate({
        target: [stockHolds.orderId, stockHolds.variantId],
        set: { qty: sql`${stockHolds.qty} + excluded.qty` },
      })
    return
  }
  const isHold = and(eq(stockHolds.orderId, orderId), eq(stockHolds.variantId, variantId))
  await tx.delete(stockHolds).where(and(isHold, sql`${stockHolds.qty} + ${qty} = 0`))
  await tx
    .update(stockHolds)
    .set({ qty: sql`${stockHolds.qty} + ${qty}` })
    .where(and(isHold, sql`${stockHolds.qty} + ${qty} > 0`))
}
