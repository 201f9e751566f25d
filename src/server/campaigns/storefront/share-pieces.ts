import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Db } from '../../db/connect.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { type OrderPieces, receiveStock } from '../../stock/receive-stock.ts'
import { lockCounted } from '../../stock/stock.queries.ts'
import { lockCampaign } from '../back-office/admin-campaigns.queries.ts'
import { shopActor } from '../closing/closing-deps.ts'
import { judgeAwaitedGoods } from '../supply/awaited-goods.ts'
import {
  lockLacking,
  type ProductPieces,
  readHolds,
  readPieces,
} from '../supply/settlement.queries.ts'
import { readUnheldShipments } from '../supply/supply.queries.ts'

interface CampaignPieces {
  campaignId: string
  variantId: string
}

/** Holds for the orders of a campaign what another one has freed; `productId` as in `stock`. */
export const sharePieces = defineJob<{ campaignId: string; productId: string }>({
  name: 'campaign.share_pieces',
  retryWaits: [2, 5, 15, 60],
})

/**
 * Before the stock is released: what an order gives back belongs to the others of a campaign that is
 * ordered from the supplier. By a job, since the orders of a campaign are locked after its row.
 */
export function shareFreedPieces(jobs: JobSender): OrderSubscriber {
  return async (tx, event) => {
    const orderIds = freedBy(event)
    if (orderIds.length === 0) return
    const { rows } = await tx.execute<{ campaignId: string; productId: string }>(sql`
      select distinct campaigns.id as "campaignId", hold.product_id as "productId"
      from stock_holds as hold
      join participations as place on place.order_id = hold.order_id
      join campaigns on campaigns.id = place.campaign_id and campaigns.supply = 'order'
      where hold.order_id = any(${sql.param(orderIds)}::text[])`)
    for (const row of rows) await jobs.send(tx, sharePieces, row)
  }
}

function freedBy(event: Parameters<OrderSubscriber>[1]): readonly string[] {
  if (event.type === 'order.cancelled' || event.type === 'order.rest_closed') return [event.orderId]
  return event.type === 'orders.cancelled' ? event.orderIds : []
}

export async function shareCampaignPieces(db: NodePgDatabase, of: CampaignPieces): Promise<void> {
  // Many places lapse at once, and for most there is nobody to share with: those lock nothing.
  if (!isToShare(await readOfProduct(db, of))) return
  await transaction(db, async (tx) => {
    if (!(await lockCampaign(tx, of.campaignId))) return
    await shareFree(tx, shopActor, { ...of, variantIds: [of.variantId] })
    await judgeAwaitedGoods(tx, of.campaignId)
  })
}

/** Holds what a campaign, whose row is locked, has of these variants and nobody holds. */
export async function shareFree(
  tx: Transaction,
  actor: Actor,
  { campaignId, variantIds }: { campaignId: string; variantIds: Iterable<string> },
): Promise<void> {
  // In the order of the ids, in which stock is locked.
  for (const variantId of [...new Set(variantIds)].sort()) {
    const of = { campaignId, variantId, qty: 0 }
    await receiveStock(tx, actor, { ...of, note: '', ...(await shareReceipt(tx, of)) })
  }
}

export interface Shares {
  holds: OrderPieces[]
  shippedBefore: OrderPieces[]
}

/**
 * Shares pieces that come in for a campaign whose row is locked: first those that were shipped
 * before, then all that the campaign has and nobody holds, for the orders that lack it.
 */
export async function shareReceipt(
  tx: Transaction,
  of: CampaignPieces & { qty: number },
): Promise<Shares> {
  const { campaignId, variantId, qty } = of
  // Also locks the orders, before the stock.
  const lacking = await lockLacking(tx, campaignId, variantId)
  const free = await lockFree(tx, variantId)
  const surplus = surplusOf(await readOfProduct(tx, of))
  const isShort = Math.min(qty, -surplus) > 0
  const shipments = isShort ? await readUnheldShipments(tx, of) : []
  const shippedBefore = allot(
    Math.min(qty, -surplus),
    shipments.map(({ orderId, unbooked }) => ({ orderId, qty: unbooked })),
  )
  const left = Math.min(free + qty - sum(shippedBefore), surplus + qty)
  return { holds: allot(left, lacking), shippedBefore }
}

/**
 * Which pieces a mistake takes back: the free ones first, then those held for unpaid orders, then for
 * the newest, and last those that were shipped before they came.
 */
export async function takeBackReceipt(
  tx: Transaction,
  of: CampaignPieces & { qty: number },
): Promise<Shares> {
  const { campaignId, variantId, qty } = of
  await lockLacking(tx, campaignId, variantId)
  const left = qty - (await lockFree(tx, variantId))
  const holds = allot(left, await readHolds(tx, campaignId, variantId))
  const isShort = left - sum(holds) > 0
  const shipments = isShort ? await readUnheldShipments(tx, of) : []
  const shippedBefore = allot(
    left - sum(holds),
    shipments.map(({ orderId, booked }) => ({ orderId, qty: booked })),
  )
  return { holds: negative(holds), shippedBefore: negative(shippedBefore) }
}

/** Pieces that a campaign has received and that its orders neither hold nor have shipped. */
export function surplusOf(pieces: { received: number; held: number; shipped: number }): number {
  return pieces.received - pieces.held - pieces.shipped
}

/** Whether orders of a campaign lack pieces that it has and nobody holds. */
export function isToShare(
  pieces: Pick<ProductPieces, 'received' | 'held' | 'shipped' | 'free' | 'lacking'>,
): boolean {
  return Math.min(pieces.free, surplusOf(pieces), pieces.lacking) > 0
}

async function readOfProduct(db: Db, { campaignId, variantId }: CampaignPieces) {
  const found = (await readPieces(db, campaignId)).find((of) => of.sold_id === variantId)
  return found ?? { received: 0, held: 0, shipped: 0, free: 0, lacking: 0 }
}

/** Gives out so many pieces, each order what it asks for while there are any. */
function allot(most: number, asked: readonly OrderPieces[]): OrderPieces[] {
  let left = most
  return asked.flatMap(({ orderId, qty }) => {
    const share = Math.min(left, qty)
    if (share <= 0) return []
    left -= share
    return [{ orderId, qty: share }]
  })
}

const sum = (pieces: readonly OrderPieces[]) => pieces.reduce((total, { qty }) => total + qty, 0)
const negative = (pieces: readonly OrderPieces[]) =>
  pieces.map(({ orderId, qty }) => ({ orderId, qty: -qty }))

/** How many pieces of a product no order holds. Its stock is locked. */
async function lockFree(tx: Transaction, variantId: string): Promise<number> {
  const [known] = await lockCounted(tx, [variantId])
  return Math.max(0, (known?.onHand ?? 0) - (known?.held ?? 0))
}
