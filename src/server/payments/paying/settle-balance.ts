import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { type OrderSubscriber, publishOrderEvent } from '../../orders/order-events.ts'
import { clearBalance } from '../../orders/order-state.queries.ts'
import { recordOrderEvent } from '../../orders/orders.queries.ts'
import { followSum } from '../payments.queries.ts'

/** All of what a change has added to a locked order is paid by this attempt. */
export async function settleBalance(
  tx: Transaction,
  paid: { orderId: string; attemptId: string; amount: number; actor: Actor },
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const { orderId, attemptId, amount, actor } = paid
  await clearBalance(tx, orderId)
  await followSum(tx, orderId, { amount: 0, isOfBalance: true })
  const detail = { attemptId, balance: amount }
  await recordOrderEvent(tx, { orderId, kind: 'paid', actor, detail })
  const settled = { type: 'order.balance_paid', orderId, actor, amount } as const
  await publishOrderEvent(tx, subscribers, settled)
}
