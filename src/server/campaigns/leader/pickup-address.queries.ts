import { sql } from 'drizzle-orm'
import { handedOutByLeader } from '#contract/campaign-states.ts'
import type { Transaction } from '../../db/transaction.ts'

const withPlace = `${handedOutByLeader} `

/**
 * A former participant need not know where the leader hands out. The orders are locked; one that has
 * another address keeps it.
 */
export async function hidePickupPlace(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    update orders set user_address = ${handedOutByLeader}
    from participations as place join campaigns on campaigns.id = place.campaign_id
    where orders.id = any(${sql.param([...orderIds])}::text[]) and place.order_id = orders.id
      and campaigns.delivery = 'leader'
      and starts_with(orders.user_address, ${withPlace})`)
}
