import { eq, sql } from 'drizzle-orm'
import { participations } from '../../db/tables/participations.ts'
import { transaction } from '../../db/transaction.ts'
import { listMailedOrders } from '../../mail/outbox.queries.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { readExpiry } from '../../orders/life/order-expiry.queries.ts'
import { remindToPay } from '../closing/closing.jobs.ts'
import { type ClosingDeps, remindBeforeHours } from '../closing/closing-deps.ts'
import { groupMailKind, queueGroupMails } from './group-mails.ts'

const secondsBefore = remindBeforeHours * 60 * 60

/** One mail a day before the end of a place that is not paid; a later end puts it off. */
export async function remindPlace(
  deps: ClosingDeps,
  { participationId }: { participationId: string },
): Promise<void> {
  const { db, jobs } = deps
  await transaction(db, async (tx) => {
    const [place] = await tx
      .select({ orderId: participations.orderId })
      .from(participations)
      .where(eq(participations.id, participationId))
    const order = place && (await lockAnyOrder(tx, place.orderId))
    if (!order) return
    const [waiting] = await tx
      .select({ id: participations.id })
      .from(participations)
      .where(
        sql`${participations.id} = ${participationId} and ${participations.state} = 'awaiting_payment'`,
      )
    const left = (await readExpiry(tx, order.id))?.secondsLeft
    if (!waiting || left === undefined || left <= 0) return
    if (left > secondsBefore) {
      const delaySeconds = left - secondsBefore
      return jobs.send(tx, remindToPay, { participationId }, { delaySeconds })
    }
    const kind = groupMailKind('payment_reminder')
    const about = { orderIds: [order.id], kind, hours: remindBeforeHours }
    if ((await listMailedOrders(tx, about)).has(order.id)) return
    await queueGroupMails(deps, tx, 'payment_reminder', [participationId])
  })
}
