import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/transaction.ts'
import { mailboxKey } from '../../limits/holder-keys.ts'

/** Once a member has proved a mailbox, its orders no longer count against the network. */
export async function freeOfNetwork(
  tx: Transaction,
  { orderId, email }: { orderId: string; email: string },
): Promise<void> {
  await tx.execute(sql`
    update orders set holders = array(select key from unnest(holders) as key where key not like 'n:%')
    where id = ${orderId} and ${mailboxKey(email)} = any(holders)`)
}
