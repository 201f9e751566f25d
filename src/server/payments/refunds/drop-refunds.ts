import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { payments, refunds } from '../../db/tables/payments.ts'
import { nextRefundState } from '../refund-states.ts'
import { readRefundedAmount, writeRefundState } from './refunds.queries.ts'

/**
 * Closes what failed of a payment, whose order is locked, and cannot be sent any more: the payment
 * is voided, or other refunds have left less of it.
 */
export async function dropUnneededRefunds(db: Db, paymentId: string): Promise<void> {
  const refunded = await readRefundedAmount(db, paymentId)
  const left = sql`coalesce(${payments.capturedAmount}, ${payments.amount}) - ${refunded}`
  const unneeded = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.paymentId, paymentId),
        eq(refunds.state, 'failed'),
        sql`(${payments.status} = 'voided' or ${refunds.amount} > ${left})`,
      ),
    )
  for (const { id } of unneeded) await writeRefundState(db, id, nextRefundState('failed', 'drop'))
}
