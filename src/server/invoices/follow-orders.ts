import type { JobSender } from '../jobs/jobs.ts'
import type { OrderEvent, OrderSubscriber } from '../orders/order-events.ts'
import type { Invoices } from './account/create-invoices.ts'
import { settleInvoices } from './invoice.jobs.ts'

/** After these an order may keep other money, or the time of its invoice may have come. */
const moves: ReadonlySet<OrderEvent['type']> = new Set<OrderEvent['type']>([
  'order.paid',
  'order.balance_paid',
  'order.unpaid',
  'order.money_moved',
  'order.refunded',
  'order.changed',
  'order.fee_lowered',
  'order.shipped',
  'order.delivered',
  'order.completed',
  'order.returned',
  'order.cancelled',
])

/** A job brings the invoices up to date: the transaction of the order speaks to no network. */
export function followOrdersWithInvoices({
  jobs,
  invoices,
}: {
  jobs: JobSender
  invoices: Pick<Invoices, 'current'>
}): OrderSubscriber {
  return async (tx, event) => {
    if (!moves.has(event.type) || !('orderId' in event) || !invoices.current().issues) return
    await jobs.send(tx, settleInvoices, { orderId: event.orderId })
  }
}
