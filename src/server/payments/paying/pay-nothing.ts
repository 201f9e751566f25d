import { createId } from '../../db/id.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { type OrderInState, transitionOrder } from '../../orders/order-state.queries.ts'
import type { PaymentDeps } from '../payment-deps.ts'
import { insertPayment } from '../payments.queries.ts'
import { freeMethod } from './attempt-wire.ts'

/** No gateway takes an order of nothing: it is locked, unpaid, and paid from now on. */
export async function payNothing(
  tx: Transaction,
  { subscribers }: Pick<PaymentDeps, 'subscribers'>,
  { order, actor }: { order: OrderInState; actor: Actor },
): Promise<{ attemptId: string }> {
  const id = createId()
  await insertPayment(tx, {
    id,
    orderId: order.id,
    provider: freeMethod,
    method: freeMethod,
    amount: 0,
    status: 'succeeded',
    reference: id,
  })
  const paid = { event: 'pay', actor, method: freeMethod, detail: { attemptId: id } } as const
  await transitionOrder(tx, order, paid, subscribers)
  return { attemptId: id }
}
