import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { GroupMailDeps } from '../campaigns/mails/group-mails.ts'
import { transaction } from '../db/transaction.ts'
import { lockAnyOrder } from '../orders/back-office/admin-orders.queries.ts'
import { isInHands } from '../orders/fulfilment/packing.queries.ts'
import { readParcels } from '../orders/fulfilment/parcels.queries.ts'
import { transitionOrder } from '../orders/order-state.queries.ts'
import type { PaymentDeps } from '../payments/payment-deps.ts'
import { startRefund } from '../payments/refunds/refunds.service.ts'
import { endAllotment, listUnsettled, lockAllotment } from './arrival.queries.ts'
import { nothingReason } from './lessen-order.ts'

export type ArrivalRunDeps = Pick<PaymentDeps, 'jobs' | 'providers' | 'subscribers'> &
  Pick<GroupMailDeps, 'config'> & { db: NodePgDatabase }

const shopActor = { kind: 'system' } as const

/**
 * A run that cannot be undone any more: orders that got nothing are cancelled, and refunds leave. Each
 * order in a transaction of its own; again, it goes on where it was.
 */
export async function settleRun(deps: ArrivalRunDeps, runId: string): Promise<void> {
  const { db, subscribers } = deps
  for (const orderId of await listUnsettled(db, runId)) {
    await transaction(db, async (tx) => {
      const order = await lockAnyOrder(tx, orderId)
      const allotment = await lockAllotment(tx, { runId, orderId })
      if (!order || !allotment) return
      const isUnshipped = isInHands(order) && (await readParcels(tx, orderId)).length === 0
      if (allotment.given === 0 && isUnshipped) {
        const reason = nothingReason(order)
        const cancel = { event: 'cancel_by_owner', actor: shopActor, reason } as const
        await transitionOrder(tx, order, { ...cancel, detail: { reason } }, subscribers)
      }
      if (allotment.refundId) await startRefund(tx, deps, allotment.refundId, shopActor)
      await endAllotment(tx, allotment.id, 'settledAt')
    })
  }
}
