import type { Static } from 'typebox'
import type * as schema from '#contract/order-life.schema.ts'
import type { Db } from '../../db/connect.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readOrderEvents } from '../life/order-timeline.ts'
import { type OrderSubscriber, type Pieces, publishOrderEvent } from '../order-events.ts'
import { transitionOrder } from '../order-state.queries.ts'
import { orderTransitions, refusal } from '../order-states.ts'
import type { OrderRow } from '../order-wire.ts'
import { recordOrderEvent } from '../orders.queries.ts'
import { paysOnDelivery } from '../pays-on-delivery.ts'
import { readParcels, readShippableLines } from './parcels.queries.ts'

type Return = Static<typeof schema.adminReturn.data>

/**
 * Records what came back of a locked order, and what is refunded for it; gives whether all that was
 * shipped is back with it.
 */
export async function recordReturn(
  tx: Transaction,
  order: OrderRow,
  returned: Return & {
    recorded: readonly RecordedReturn[]
    caseId?: string
    /** The goods that the refund is for, in whole NT$. */
    refunded?: readonly { lineId: string; qty: number; amount: number }[]
  },
  { actor, subscribers }: { actor: Actor; subscribers: readonly OrderSubscriber[] },
): Promise<boolean> {
  const { reason, refund, lines, recorded, caseId, refunded } = returned
  const { id: orderId } = order
  const { toStock, isWhole } = await piecesToStock(tx, orderId, { asked: lines, recorded })
  const detail = { reason, refund, toStock, lines, ...(caseId && { caseId }) }
  if (isWhole) {
    const move = { event: 'return', actor, reason, detail } as const
    await transitionOrder(tx, order, move, subscribers)
  } else {
    if (orderTransitions[order.state].return === 'refused') throw refusal(order.state, 'return')
    await recordOrderEvent(tx, { orderId, kind: 'returned', actor, detail })
  }
  await publishOrderEvent(tx, subscribers, {
    ...({ type: 'order.returned', orderId, actor, refund, reason, toStock } as const),
    ...(refunded && { lines: refunded }),
  })
  return isWhole
}

/**
 * A carrier has brought back a parcel that its shopper was to pay for: the goods can be sold again, and
 * nothing was paid. What was paid for is for the staff to decide.
 */
export async function returnByCarrier(
  tx: Transaction,
  order: OrderRow,
  parcelId: string,
  change: { actor: Actor; subscribers: readonly OrderSubscriber[] },
): Promise<void> {
  if (!paysOnDelivery(order) || orderTransitions[order.state].return !== 'returned') return
  const recorded = await readReturns(tx, order.id)
  const parcel = (await readParcels(tx, order.id)).find((one) => one.parcel.id === parcelId)
  // Somebody of the staff was quicker.
  if (!parcel || recorded.length > 0) return
  const lines = parcel.contents.map(({ lineId, qty }) => ({ line_id: lineId, qty, to_stock: true }))
  await recordReturn(tx, order, { reason: '逾期未取', refund: 0, lines, recorded }, change)
}

/** The record of a return; one of a former release has no lines. */
export interface RecordedReturn {
  reason: string
  refund: number
  toStock: Pieces[]
  lines?: Return['lines']
}

/** The returns of an order that are recorded, oldest first. */
export async function readReturns(db: Db, orderId: string): Promise<RecordedReturn[]> {
  const events = await readOrderEvents(db, orderId)
  return events.flatMap(({ kind, detail }) =>
    // Written by `recordReturn`.
    kind === 'returned' ? [detail as unknown as RecordedReturn] : [],
  )
}

/** The pieces that can be sold again, and whether all that was shipped is back with this return. */
async function piecesToStock(
  tx: Transaction,
  orderId: string,
  { asked, recorded }: { asked: Return['lines']; recorded: readonly RecordedReturn[] },
): Promise<{ toStock: Pieces[]; isWhole: boolean }> {
  const lines = await readShippableLines(tx, orderId)
  const sums = new Map<string, number>()
  const add = ({ line_id, qty }: Return['lines'][number]) => {
    const sum = (sums.get(line_id) ?? 0) + qty
    sums.set(line_id, sum)
    return sum
  }
  for (const { lines: returned = [] } of recorded) returned.forEach(add)
  const toStock = asked.flatMap((returned) => {
    const { line_id, qty, to_stock } = returned
    const line = lines.find(({ id }) => id === line_id)
    if (!line) throw new ShopError('INVALID_INPUT', { message: [`找不到訂單項目 ${line_id}`] })
    if (add(returned) > line.shipped) throw new ShopError('RETURN_TOO_MUCH')
    return to_stock ? [{ variantId: line.variantId, qty }] : []
  })
  const isAllBack = lines.every(({ id, shipped }) => (sums.get(id) ?? 0) === shipped)
  return { toStock, isWhole: asked.length === 0 || isAllBack }
}
