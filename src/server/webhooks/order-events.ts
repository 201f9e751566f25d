import { inArray } from 'drizzle-orm'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Db } from '../db/connect.ts'
import { orders } from '../db/tables/orders.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { JobSender } from '../jobs/jobs.ts'
import type { OrderEvent, OrderSubscriber } from '../orders/order-events.ts'
import { type ShopEvent, writeEvents } from './outbox.ts'
import { deliverWebhook } from './webhooks.jobs.ts'

/** Events of orders for webhooks, with the jobs that send them, in the transaction of the order. */
export function tellWebhooks(jobs: JobSender): OrderSubscriber {
  return async (tx, event) => {
    const told = toldOf(event)
    if (!told) return
    const due = await writeEvents(tx, [told.type], () => eventsOf(tx, told))
    await jobs.sendAll(
      tx,
      deliverWebhook,
      due.map((webhookId) => ({ webhookId })),
    )
  }
}

interface Told {
  type: WebhookEvent
  orderIds: readonly string[]
  detail?: Record<string, unknown>
}

function toldOf(event: OrderEvent): Told | undefined {
  if (event.type === 'orders.cancelled') {
    return { type: 'order.cancelled', orderIds: event.orderIds }
  }
  const orderIds = [event.orderId]
  switch (event.type) {
    case 'order.placed':
    case 'order.paid':
    case 'order.unpaid':
    case 'order.changed':
    case 'order.cancelled':
    case 'order.delivered':
    case 'order.completed':
      return { type: event.type, orderIds }
    // Its sum is less, or its goods are back.
    case 'order.fee_lowered':
    case 'order.unshipped':
      return { type: 'order.changed', orderIds }
    case 'order.balance_paid':
      return { type: event.type, orderIds, detail: { amount: event.amount } }
    case 'order.shipped':
      return {
        ...{ type: event.type, orderIds },
        detail: { parcel_id: event.parcelId, pieces: piecesOf(event.pieces) },
      }
    case 'order.at_store':
      return { type: event.type, orderIds, detail: { until: event.until } }
    case 'order.returned':
      return {
        ...{ type: event.type, orderIds },
        detail: { refund: event.refund, to_stock: piecesOf(event.toStock) },
      }
    case 'order.refunded':
      return { type: 'refund.done', orderIds, detail: { amount: event.amount } }
    case 'order.capture_failed':
      return { type: 'payment.failed', orderIds, detail: { amount: event.amount } }
    default:
      return undefined
  }
}

const piecesOf = (pieces: readonly { variantId: string; qty: number }[]) =>
  pieces.map(({ variantId, qty }) => ({ variant_id: variantId, qty }))

/** The order as it is now; its receiver reads the rest by the API. */
async function eventsOf(tx: Db, { type, orderIds, detail }: Told): Promise<ShopEvent[]> {
  const rows = await tx
    .select({
      id: orders.id,
      number: orders.number,
      state: orders.state,
      payment: orders.payment,
      total: orders.total,
      groupId: orders.groupId,
      createdAt: orders.createdAt,
    })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]))
    .orderBy(orders.id)
  return rows.map(({ id, number, state, payment, total, groupId, createdAt }) => ({
    type,
    subject: id,
    data: {
      ...{ order_id: id, number, state, payment_state: payment, total },
      ...(groupId !== null && { group_id: groupId }),
      create_at: toEpochSeconds(createdAt),
      ...detail,
    },
  }))
}
