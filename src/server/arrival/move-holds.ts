import { and, eq, inArray } from 'drizzle-orm'
import { lockCampaign } from '../campaigns/back-office/admin-campaigns.queries.ts'
import { shareFree, surplusOf } from '../campaigns/storefront/share-pieces.ts'
import { judgeAwaitedGoods } from '../campaigns/supply/awaited-goods.ts'
import { lockKept, readPieces } from '../campaigns/supply/settlement.queries.ts'
import { stockHolds } from '../db/tables/stock.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import { lockOrders } from '../orders/back-office/order-batches.queries.ts'
import { isInHands } from '../orders/fulfilment/packing.queries.ts'
import { readLiveOrders } from '../shipments/shipments.queries.ts'
import { type OrderPieces, receiveStock } from '../stock/receive-stock.ts'
import { lockCounted } from '../stock/stock.queries.ts'
import { readUnshipped } from './arrival.queries.ts'

/** Pieces of an order, in the order of joining. */
export interface WantedHold {
  orderId: string
  /** As in stock. */
  variantId: string
  qty: number
}

interface Call {
  tx: Transaction
  actor: Actor
}

/**
 * Lets the orders of a campaign hold what they are given, in one transaction, and gives the changes.
 * No order gets what is not there.
 */
export async function holdGiven(
  call: Call,
  campaignId: string,
  wanted: readonly WantedHold[],
): Promise<WantedHold[]> {
  await lockCampaign(call.tx, campaignId)
  const changes = wanted.map((hold) => ({
    ...hold,
    change: (held: number) => hold.qty - held,
  }))
  const moved = await move(call, campaignId, changes)
  await judgeAwaitedGoods(call.tx, campaignId)
  return moved
}

/**
 * Takes the changes of `holdGiven` back, but for those of orders that stay as they were lessened. What
 * nobody needs by that is held for those who lack it.
 */
export async function takeBack(
  call: Call,
  campaignId: string,
  { moved, lessened }: { moved: readonly WantedHold[]; lessened: ReadonlySet<string> },
): Promise<void> {
  const { tx, actor } = call
  await lockCampaign(tx, campaignId)
  // All that may be shared with, before any stock.
  await lockKept(tx, campaignId)
  const back = moved.filter(({ orderId }) => !lessened.has(orderId))
  const unshipped = await readUnshipped(
    tx,
    back.map(({ orderId }) => orderId),
  )
  const changes = back.map((hold) => {
    const { orderId, variantId, qty } = hold
    const needed = unshipped.get(orderId)?.get(variantId) ?? 0
    // Never below nothing, nor above what is still to be shipped.
    const change = (held: number) =>
      qty > 0 ? -Math.min(qty, held) : Math.min(-qty, Math.max(0, needed - held))
    return { ...hold, change }
  })
  await move(call, campaignId, changes)
  const variantIds = moved.map(({ variantId }) => variantId)
  await shareFree(tx, actor, { campaignId, variantIds })
  await judgeAwaitedGoods(tx, campaignId)
}

interface HoldChange extends WantedHold {
  /** How many pieces more than these are to be held. */
  change: (held: number) => number
}

/**
 * Variant by variant. Orders that are not to be shipped any more keep what they have, and so do those
 * whose parcel is packed.
 */
async function move(
  { tx, actor }: Call,
  campaignId: string,
  asked: readonly HoldChange[],
): Promise<WantedHold[]> {
  const ids = [...new Set(asked.map(({ orderId }) => orderId))]
  const locked = await lockOrders(tx, ids)
  const labelled = await readLiveOrders(tx, ids)
  const open = new Set(
    locked.filter((order) => isInHands(order) && !labelled.has(order.id)).map(({ id }) => id),
  )
  const pieces = await readPieces(tx, campaignId)
  const moved: WantedHold[] = []
  for (const variantId of [...new Set(asked.map((hold) => hold.variantId))].sort()) {
    const [known] = await lockCounted(tx, [variantId])
    const ofCampaign = pieces.find((of) => of.sold_id === variantId)
    if (!known || !ofCampaign) continue
    const ofVariant = asked.filter((hold) => hold.variantId === variantId && open.has(hold.orderId))
    const held = await readHeld(tx, ofVariant)
    const changes = ofVariant.map(({ orderId, change }) => ({
      orderId,
      qty: change(held.get(orderId) ?? 0),
    }))
    // Free pieces beyond what has come for the campaign are for everybody.
    const free = Math.max(0, Math.min(known.onHand - known.held, surplusOf(ofCampaign)))
    const holds = possible(changes, free)
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
