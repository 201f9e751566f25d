import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { createId } from '../../db/id.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import {
  type LockedOrder,
  lockOwnOrder,
  transitionOrder,
} from '../../orders/order-state.queries.ts'
import { nextState } from '../../orders/order-states.ts'
import { owesLeader, paysOnDelivery } from '../../orders/pays-on-delivery.ts'
import type { PaymentProvider } from '../payment-provider.ts'
import type { CurrentProviders } from '../payment-providers.ts'
import { insertPayment, ofBalance } from '../payments.queries.ts'
import { refuseAfterLabel } from './on-delivery.ts'
import { settleBalance } from './settle-balance.ts'

interface PaidOrder extends Record<string, unknown> {
  orderId: string
}

interface PaymentOptions extends Pick<CurrentProviders, 'stand'> {
  /** One that decides at once. */
  provider: PaymentProvider
  subscribers: readonly OrderSubscriber[]
}

/**
 * Pays an order of this owner once: a second call waits for the lock and finds it paid. The row of a
 * failed attempt stays, and the order stays unpaid.
 */
export async function payOrder(
  db: NodePgDatabase,
  order: { owner: string; actor: Actor; id: string },
  options: PaymentOptions & { intended: IdempotentRequest | undefined },
): Promise<void> {
  const { intended } = options
  let hasFailed = false
  await transaction(db, async (tx) => {
    hasFailed = false
    await withIdempotency<PaidOrder>(tx, intended, async () => {
      hasFailed = !(await chargeOnce(tx, order, options))
      return { orderId: order.id }
    })
  })
  if (hasFailed) throw new ShopError('PAYMENT_FAILED')
}

/** False when the provider refused. */
async function chargeOnce(
  tx: Transaction,
  { owner, actor, id }: { owner: string; actor: Actor; id: string },
  { provider, stand, subscribers }: PaymentOptions,
): Promise<boolean> {
  // A node that has not heard of a gateway yet must not take an order for paid.
  if (!(await stand(tx))) throw new ShopError('UNAVAILABLE', { retryAfter: 1 })
  const order = await lockOwnOrder(tx, { owner, id })
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  // Refused before anything is charged.
  if (paysOnDelivery(order)) await refuseAfterLabel(tx, order)
  else if (nextState(order, 'pay', owner) === order.state) {
    if (order.refundedAt) throw new ShopError('ORDER_REFUNDED')
    if (order.balanceDue === 0) return true
    return chargeBalance(tx, order, { actor, provider, subscribers })
  }
  if (!order.isPayable) throw new ShopError('ORDER_NOT_PAYABLE')
  if (owesLeader(order)) throw new ShopError('PAID_TO_LEADER')
  const asked = { orderId: id, amount: order.total }
  const { status, attemptId, method, recorded } = await charge(tx, provider, asked)
  if (status === 'failed') {
    await recorded
    return false
  }
  const paid = { event: 'pay', actor, method, detail: { attemptId } } as const
  await Promise.all([recorded, transitionOrder(tx, order, paid, subscribers)])
  return true
}

/** The balance of a changed order; false when the provider refused. */
async function chargeBalance(
  tx: Transaction,
  { id: orderId, balanceDue: amount }: LockedOrder,
  by: { actor: Actor } & Pick<PaymentOptions, 'provider' | 'subscribers'>,
): Promise<boolean> {
  const { actor, provider, subscribers } = by
  const of = { orderId, amount, isOfBalance: true } as const
  const { status, attemptId, recorded } = await charge(tx, provider, of)
  await recorded
  if (status === 'failed') return false
  await settleBalance(tx, { orderId, attemptId, amount, actor }, subscribers)
  return true
}

/** By one that decides at once. */
async function charge(
  tx: Transaction,
  provider: PaymentProvider,
  { orderId, amount, isOfBalance }: { orderId: string; amount: number; isOfBalance?: true },
) {
  const id = createId()
  const attempt = { id, orderId, method: provider.name, amount }
  const result = await provider.start({
    ...attempt,
    tradeNo: id,
    startedAt: new Date(),
    items: [],
  })
  if (result.type !== 'decided') throw new Error(`${provider.name} does not decide at once`)
  const { method, status, reference } = result
  const recorded = insertPayment(tx, {
    ...{ id, orderId, provider: provider.name, method, amount, status, reference },
    ...(isOfBalance && ofBalance),
  })
  return { attemptId: id, method, status, recorded }
}
