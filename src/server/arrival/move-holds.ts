import { and, eq, inArray } from 'drizzle-orm'
import { lockCampaign } from '../campaigns/back-office/admin-campaigns.queries.ts'
import { stockHolds } from '../db/tables/stock.ts'
import type { Transaction } from '../db/transaction.ts'
import { lockOrders } from '../orders/back-office/order-batches.queries.ts'
import { packableStates } from '../orders/fulfilment/packing.queries.ts'
import type { EntryChange } from '../runs/run-action.ts'
import { type OrderPieces, receiveStock } from '../stock/receive-stock.ts'
import { lockStock } from '../stock/stock.queries.ts'

/** Pieces of an order, in the order of joining. */
export interface WantedHold {
  orderId: string
  /** As in stock. */
  variantId: string
  qty: number
}

type Moving =
  /** So many pieces are to be held. */
  | { campaignId: string; wanted: readonly WantedHold[] }
  /** So many more, or less. */
  | { campaignId: string; changes: readonly WantedHold[] }

/**
 * Moves holds between the orders of a campaign in one transaction, variant by variant, and gives the
 * changes. Orders that are not to be shipped any more keep what they have, and no order gets what is
 * not there.
 */
export async function moveHolds(
  { tx, actor }: Pick<EntryChange, 'tx' | 'actor'>,
  moving: Moving,
): Promise<WantedHold[]> {
  await lockCampaign(tx, moving.campaignId)
  const asked = 'wanted' in moving ? moving.wanted : moving.changes
  const locked = await lockOrders(tx, [...new Set(asked.map(({ orderId }) => orderId))])
  const open = new Set(
    locked.filter(({ state }) => packableStates.includes(state)).map(({ id }) => id),
  )
  const moved: WantedHold[] = []
  for (const variantId of [...new Set(asked.map((hold) => hold.variantId))].sort()) {
    const [known] = await lockStock(tx, [variantId])
    if (!known || known.onHand === null) continue
    const ofVariant = asked.filter((hold) => hold.variantId === variantId && open.has(hold.orderId))
    const held = await readHeld(tx, ofVariant)
    const changes = ofVariant.map(({ orderId, qty }) => {
      const now = held.get(orderId) ?? 0
      return { orderId, qty: 'wanted' in moving ? qty - now : Math.max(qty, -now) }
    })
    const holds = possible(changes, known.onHand - (known.held ?? 0))
    if (holds.length === 0) continue
    const nothing = { qty: 0, note: '', shippedBefore: [] }
    await receiveStock(tx, actor, { variantId, holds, ...nothing })
    moved.push(...holds.map(({ orderId, qty }) => ({ orderId, variantId, qty })))
  }
  return moved
}

async function readHeld(tx: Transaction, of: readonly WantedHold[]): Promise<Map<string, number>> {
  const [first] = of
  if (!first) return new Map()
  const ids = of.map(({ orderId }) => orderId)
  const rows = await tx
    .select({ orderId: stockHolds.orderId, qty: stockHolds.qty })
    .from(stockHolds)
    .where(and(eq(stockHolds.variantId, first.variantId), inArray(stockHolds.orderId, ids)))
  return new Map(rows.map(({ orderId, qty }) => [orderId, qty]))
}

/** First pieces that are given back, then as much of the rest as there is. */
function possible(changes: readonly OrderPieces[], free: number): OrderPieces[] {
  const back = changes.filter(({ qty }) => qty < 0)
  let left = free - back.reduce((sum, { qty }) => sum + qty, 0)
  const more = changes.flatMap(({ orderId, qty }) => {
    const given = Math.min(qty, Math.max(0, left))
    if (given <= 0) return []
    left -= given
    return [{ orderId, qty: given }]
  })
  return [...back, ...more]
}
