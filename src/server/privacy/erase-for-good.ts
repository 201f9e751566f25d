import { sql } from 'drizzle-orm'
import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { type Erased, erasePerson, listOpenOrders } from './erase.ts'
import type { Person } from './person.ts'

/** What an operator has to know. */
export class PersonFault extends Error {
  override name = 'PersonFault'
}

/** The number of a customer, or the id of a member who has not ordered. */
function subjectOf({ customer, key }: Person) {
  return { kind: 'customer', id: String(customer ?? key), title: `顧客 ${customer ?? key}` }
}

/** Refuses while an order has not ended or a refund is open. A trial changes nothing. */
export async function erasePersonForGood(
  tx: Transaction,
  actor: StaffActor,
  person: Person,
  { isTrial }: { isTrial: boolean },
): Promise<Erased> {
  const open = await listOpenOrders(tx, person)
  if (open.length > 0) {
    throw new PersonFault(`尚有未完成的訂單: ${open.join(', ')}`)
  }
  await tx.execute(sql`savepoint erasure`)
  const erased = await erasePerson(tx, person)
  if (isTrial) await tx.execute(sql`rollback to savepoint erasure`)
  else {
    await recordAudit(tx, actor, { action: 'person.erase', subject: subjectOf(person) })
  }
  return Object.fromEntries(Object.entries(erased).filter(([, n]) => n > 0))
}
