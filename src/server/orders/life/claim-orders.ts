import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { moveUses } from '../../coupons/coupon-uses.queries.ts'
import { transaction } from '../../db/transaction.ts'
import type { Caller } from '../../http/caller.ts'
import { rightsOf } from '../../http/shopper-rights.ts'
import { holderKeys } from '../../limits/holder-keys.ts'
import { customerKey } from '../customer-key.ts'
import { type OrderSubscriber, publishOrderEvent } from '../order-events.ts'

/**
 * Gives a member who has proved a mailbox the orders that guests made with its address, archived ones
 * too. Of two calls at once one moves them.
 */
export async function claimGuestOrders(
  db: NodePgDatabase,
  caller: Caller,
  subscribers: readonly OrderSubscriber[],
): Promise<void> {
  const { owner, email, actor } = caller
  if (!rightsOf(caller).getsGuestOrders || email === null) return
  const former = customerKey('g:', email)
  const ofGuests = sql`customer_key = ${former} and owner like 'g:%'`
  const { rows } = await db.execute(sql`select from orders where ${ofGuests} limit 1`)
  if (rows.length === 0) return
  // The mailbox is proved: they count for no network any more.
  const holders = holderKeys({ owner, email, network: null })
  await transaction(db, async (tx) => {
    const claimed = await tx.execute<{ id: string }>(sql`
      update orders set owner = ${owner}, customer_key = ${owner},
        holders = case when holders is not null then ${sql.param(holders)}::text[] end
      where ${ofGuests} returning id`)
    const [one] = claimed.rows
    if (!one) return
    const ids = claimed.rows.map(({ id }) => id)
    await moveUses(tx, ids, owner)
    const event = { type: 'order.contact_changed', customer: owner, former } as const
    await publishOrderEvent(tx, subscribers, { ...event, orderId: one.id, actor })
  })
}
