import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { makeId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import { recordOrderEvent } from '../orders/orders.queries.ts'
import type { PaymentProvider } from './payment-provider.ts'
import { insertPayment, lockOwnOrder, markPaid } from './payments.queries.ts'

interface PaidOrder extends Record<string, unknown> {
  orderId: string
}

/**
 * Pays an order of this owner, once: whoever comes while it is being paid waits for the lock and
 * finds it paid. A failed attempt is kept, and the order stays unpaid.
 */
export async function payOrder(
  db: NodePgDatabase,
  provider: PaymentProvider,
  order: { owner: string; id: string },
  intended: IdempotentRequest | undefined,
): Promise<void> {
  let hasFailed = false
  await transaction(db, async (tx) => {
    hasFailed = false
    await withIdempotency<PaidOrder>(tx, intended, async () => {
      hasFailed = !(await chargeOnce(tx, provider, order))
      return { orderId: order.id }
    })
  })
  if (hasFailed) throw new ShopError('PAYMENT_FAILED')
}

/** False when the provider refused. */
async function chargeOnce(
  tx: Transaction,
  provider: PaymentProvider,
  { owner, id }: { owner: string; id: string },
): Promise<boolean> {
  const order = await lockOwnOrder(tx, { owner, id })
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  if (order.state === 'paid') return true
  const attemptId = makeId()
  const result = await provider.charge({ orderId: id, attemptId, amount: order.total })
  const kept = insertPayment(tx, {
    id: attemptId,
    orderId: id,
    provider: provider.name,
    method: result.method,
    amount: order.total,
    status: result.status,
    reference: result.reference,
  })
  if (result.status === 'failed') {
    await kept
    return false
  }
  await Promise.all([
    kept,
    markPaid(tx, id, result.method),
    recordOrderEvent(tx, { orderId: id, kind: 'paid', actor: owner, detail: { attemptId } }),
  ])
  return true
}
