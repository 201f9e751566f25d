import { taipeiDay } from '#contract/taipei-time.ts'
import type { Transaction } from '../../db/transaction.ts'
import { defineJob } from '../../jobs/define-job.ts'
import type { JobSender } from '../../jobs/jobs.ts'
import { extendExpiry, readExpiry } from '../../orders/life/order-expiry.queries.ts'
import { type OrderSubscriber, publishOrderEvent } from '../../orders/order-events.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import { recordOrderEvent } from '../../orders/orders.queries.ts'
import { paysOnDelivery } from '../../orders/pays-on-delivery.ts'
import { readSettings } from '../../settings/settings.queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import type { PaymentProviders } from '../payment-providers.ts'

/** `asks`: how often the gateway was asked in vain. */
export const expireOrder = defineJob<{ orderId: string; asks: number }>({
  name: 'order.expire',
  timeoutSeconds: 120,
})

/**
 * Sets the deadline of a shopper's order when it is placed, and again when its payment is withdrawn.
 * An order that the staff entered has none.
 */
export function expireUnpaidOrders(jobs: JobSender, providers: PaymentProviders): OrderSubscriber {
  return async (tx, event) => {
    if (event.type !== 'order.placed' && event.type !== 'order.unpaid') return
    const { atOnce, hasGateway } = providers.current()
    if (atOnce) return
    const { orderId } = event
    const own = await readExpiry(tx, orderId)
    // One that nobody may pay yet has no time, and what came with a time of its own keeps it.
    if (!own?.isPayable || own.isByHand || own.owesLeader) return
    const { secondsLeft } = own
    if (event.type === 'order.placed' && secondsLeft !== undefined) {
      return sendExpiry(tx, jobs, orderId, secondsLeft)
    }
    const { order } = await readSettings(tx)
    const { expires_card, expires_manual } = order.values
    // Without a gateway it can only be paid by a transfer.
    const seconds = hasGateway ? expires_card * 60 : expires_manual * 86_400
    // A later expiry is already enqueued: that of a transfer, or of a place in a group.
    if (secondsLeft !== undefined && secondsLeft > seconds) return
    await letExpire(tx, jobs, orderId, { seconds })
  }
}

/** Lets an unpaid order wait at least so long, and enqueues its end. */
export async function letExpire(
  tx: Transaction,
  jobs: JobSender,
  orderId: string,
  until: { at: Date } | { seconds: number },
): Promise<void> {
  await sendExpiry(tx, jobs, orderId, await extendExpiry(tx, orderId, until))
}

/** Lets an order wait for a number that was taken for it, and tells its shopper of an end that is another to them. */
export async function waitForNumber(
  tx: Transaction,
  { jobs, subscribers }: Pick<PaymentDeps, 'jobs' | 'subscribers'>,
  order: Pick<OrderRow, 'id' | 'state' | 'expiresAt' | 'payment' | 'paymentMethod'>,
  until: Date,
): Promise<void> {
  const { id: orderId, state, expiresAt } = order
  if (state !== 'placed' || paysOnDelivery(order) || (expiresAt && until <= expiresAt)) return
  await letExpire(tx, jobs, orderId, { at: until })
  const actor = { kind: 'system' } as const
  const detail = { until: until.toISOString() }
  await recordOrderEvent(tx, { orderId, kind: 'extended', actor, detail })
  if (expiresAt && isSameEnd(expiresAt, until)) return
  await publishOrderEvent(tx, subscribers, { type: 'order.extended', orderId, actor })
}

const hourMs = 60 * 60 * 1_000

/** To a shopper: on the same day, and within an hour. */
function isSameEnd(one: Date, other: Date): boolean {
  return taipeiDay(one) === taipeiDay(other) && Number(other) - Number(one) <= hourMs
}

function sendExpiry(
  tx: Transaction,
  jobs: JobSender,
  orderId: string,
  secondsLeft: number,
): Promise<void> {
  const delaySeconds = Math.max(0, secondsLeft)
  return jobs.send(tx, expireOrder, { orderId, asks: 0 }, { delaySeconds })
}
