import { sql } from 'drizzle-orm'
import type { Transaction } from '../../db/transaction.ts'
import { mailboxKey } from '../../limits/holder-keys.ts'

/** An order to a mailbox that its member has proved meanwhile counts for no network any more. */
export async function freeOfNetwork(
  tx: Transaction,
  { orderId, email }: { orderId: string; email: string },
): Promise<void> {
  await tx.execute(sql`
    update orders set holders = array(select key from unnest(holders) as key where key not like 'n:%')
    where id = ${orderId} and ${mailboxKey(email)} = any(holders)`)
}
