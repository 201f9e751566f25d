import { runOf } from '../http/actor.ts'
import type { JobSender } from '../jobs/jobs.ts'
import type { OrderEvent, OrderSubscriber } from '../orders/order-events.ts'
import type { Settings } from '../settings/settings.ts'
import type { Invoices } from './account/create-invoices.ts'
import { settleInvoices } from './invoice.jobs.ts'
import { countInvoicesOf } from './invoices.queries.ts'

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

/** A run can be taken back for so long: no invoice is issued for what never happened. */
const undoSeconds = 10 * 60

/** A job brings the invoices up to date: the transaction of the order speaks to no network. */
export function followOrdersWithInvoices({
  jobs,
  invoices,
  settings,
}: {
  jobs: JobSender
  invoices: Pick<Invoices, 'current'>
  settings: Pick<Settings, 'get'>
}): OrderSubscriber {
  return async (tx, event) => {
    if (!moves.has(event.type) || !('orderId' in event) || !invoices.current().issues) return
    // Once it is switched off, those that were issued are still followed.
    const isOn = settings.get().invoice.mode === 'on'
    if (!isOn && (await countInvoicesOf(tx, event.orderId)) === 0) return
    const delaySeconds = runOf(event.actor) === undefined ? 0 : undoSeconds
    await jobs.send(tx, settleInvoices, { orderId: event.orderId }, { delaySeconds })
  }
}
