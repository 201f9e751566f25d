import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { formatMoney } from '#contract/money.ts'
import { recordAudit } from '../audit/audit.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { lockOrder } from '../orders/back-office/admin-orders.queries.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { subjectOf } from '../orders/order-subject.ts'
import { settleBalance } from '../payments/paying/settle-balance.ts'
import {
  insertPayment,
  lockOpenTransfer,
  ofBalance,
  transitionAttempt,
} from '../payments/payments.queries.ts'

/** Records by hand that the balance of a changed order was paid; another sum than it is refused. */
export function recordBalance(
  db: NodePgDatabase,
  { orderId, amount }: { orderId: string; amount: number },
  { actor, subscribers }: { actor: StaffActor; subscribers: readonly OrderSubscriber[] },
): Promise<void> {
  return transaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (!order) throw new ShopError('ORDER_NOT_FOUND')
    if (order.payment !== 'paid' || order.balanceDue !== amount) {
      const message =
        order.balanceDue > 0
          ? `補款金額已變更，目前應補 ${formatMoney(order.balanceDue)}`
          : '這筆訂單沒有待補的款項'
      throw new ShopError('ORDER_CHANGED', { message })
    }
    const attemptId = await recordMoney(tx, { orderId, amount })
    await settleBalance(tx, { orderId, attemptId, amount, actor }, subscribers)
    await recordAudit(tx, actor, {
      ...{ action: 'order.balance', subject: subjectOf(order) },
      ...{ before: { balanceDue: amount }, after: { balanceDue: 0 } },
    })
  })
}

/** The transfer that it waits for becomes its payment. */
async function recordMoney(
  tx: Transaction,
  { orderId, amount }: { orderId: string; amount: number },
): Promise<string> {
  const transfer = await lockOpenTransfer(tx, orderId, { isOfBalance: true })
  if (transfer) {
    await transitionAttempt(tx, transfer, 'captured', { capturedAmount: amount })
    return transfer.id
  }
  const id = createId()
  await insertPayment(tx, {
    ...{ id, orderId, amount, reference: id, status: 'succeeded' },
    ...{ provider: 'manual', method: 'manual', ...ofBalance },
  })
  return id
}
