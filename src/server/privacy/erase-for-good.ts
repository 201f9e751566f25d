import { sql } from 'drizzle-orm'
import { recordAudit } from '../audit/audit.ts'
import { deleteCart } from '../cart/cart.queries.ts'
import type { Transaction } from '../db/transaction.ts'
import { dropPersonalFiles } from '../exports/files.queries.ts'
import { commandLine, type StaffActor } from '../http/actor.ts'
import { memberOwner } from '../http/caller.ts'
import { deleteMember } from '../members/members.queries.ts'
import { type Erased, erasePerson, listOpenOrders } from './erase.ts'
import { recordDeletion, recordErasure } from './erasure-ledger.ts'
import { findPersonByKey, type Person } from './person.ts'

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
  if (!isTrial) return eraseAndRecord(tx, actor, person)
  await tx.execute(sql`savepoint erasure`)
  const erased = await erasePerson(tx, person)
  await tx.execute(sql`rollback to savepoint erasure`)
  return changed(erased)
}

/**
 * Erases once more who was erased after the backup that the shop was restored from. Their orders may
 * be open as they were then: at the erasure none was.
 */
export async function eraseAgain(tx: Transaction, personKey: string): Promise<void> {
  await eraseAndRecord(tx, commandLine, await findPersonByKey(tx, personKey))
}

/** Deletes once more an account that its member deleted after that backup. */
export async function deleteAccountAgain(tx: Transaction, uid: string): Promise<void> {
  await deleteCart(tx, memberOwner(uid))
  await deleteMember(tx, uid)
  await recordDeletion(tx, uid)
}

async function eraseAndRecord(tx: Transaction, actor: StaffActor, person: Person): Promise<Erased> {
  const erased = await erasePerson(tx, person)
  await dropPersonalFiles(tx)
  await recordErasure(tx, person.key)
  await recordAudit(tx, actor, { action: 'person.erase', subject: subjectOf(person) })
  return changed(erased)
}

function changed(erased: Erased): Erased {
  return Object.fromEntries(Object.entries(erased).filter(([, n]) => n > 0))
}
