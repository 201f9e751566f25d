import { asc, inArray } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { stock } from '../db/tables/stock.ts'
import { type ShopEvent, writeEvents } from '../webhooks/outbox.ts'

interface Counted {
  variantId: string
  onHand: number
  held: number
}

/** For webhooks: what is there after these movements; `isClosed`: it is not counted any more. */
export async function tellStockMoves(
  db: Db,
  movements: readonly Counted[],
  { isClosed }: { isClosed: boolean },
): Promise<void> {
  await writeEvents(db, ['stock.changed'], () =>
    movements.map((movement) => (isClosed ? toClosed(movement) : toEvent(movement))),
  )
}

/**
 * For webhooks: what is there of variants whose locked rows the transaction has changed; of those that
 * are not counted nothing is told.
 */
export async function tellStock(db: Db, variantIds: readonly string[]): Promise<void> {
  if (variantIds.length === 0) return
  await writeEvents(db, ['stock.changed'], async () => {
    const { variantId, onHand, held } = stock
    const rows = await db
      .select({ variantId, onHand, held })
      .from(stock)
      .where(inArray(variantId, [...new Set(variantIds)]))
      .orderBy(asc(variantId))
    return rows.map(toEvent)
  })
}

function toEvent({ variantId, onHand, held }: Counted): ShopEvent {
  const data = { variant_id: variantId, on_hand: onHand, held, available: onHand - held }
  return { type: 'stock.changed', subject: variantId, data }
}

function toClosed({ variantId }: Counted): ShopEvent {
  const data = { variant_id: variantId, on_hand: null, held: 0, available: null }
  return { type: 'stock.changed', subject: variantId, data }
}
