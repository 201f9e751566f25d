import type { Movement, StockRow } from '#contract/stock.ts'
import { absoluteUrl } from '../catalog/product-wire.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { listMovements, listStock } from './admin-stock.queries.ts'

type Listed = Awaited<ReturnType<typeof listStock>>['rows'][number]
type MovementRow = Awaited<ReturnType<typeof listMovements>>['rows'][number]

export function toStockRow(row: Listed, ownAddress: string): StockRow {
  return {
    product_id: row.productId,
    title: row.title,
    imageUrl: absoluteUrl(row.imageUrl, ownAddress),
    on_hand: row.onHand,
    held: row.held,
    available: row.available,
  }
}

export function toMovement(row: MovementRow): Movement {
  return {
    id: row.id,
    at: toEpochSeconds(row.at),
    kind: row.kind,
    on_hand_change: row.onHandChange,
    held_change: row.heldChange,
    on_hand: row.onHand,
    held: row.held,
    actor: row.actorName ?? (row.actor.startsWith('s:') ? '系統' : '顧客'),
    ...(row.note !== null && { note: row.note }),
    ...(row.orderId !== null && { order_id: row.orderId }),
  }
}
