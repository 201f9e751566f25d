import { sql } from 'drizzle-orm'
import { recordAudit } from '../audit/audit.ts'
import { deleteCart } from '../cart/cart.queries.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { dropPersonalFiles } from '../exports/files.queries.ts'
import { commandLine, type StaffActor } from '../http/actor.ts'
import { memberOwner } from '../http/caller.ts'
import type { JobSender } from '../jobs/jobs.ts'
import { deleteChoices } from '../logistics/stores/store-choices.ts'
import { deauthorizeLater } from '../members/line/deauthorize-line.ts'
import { findLineOf } from '../members/line/identities.queries.ts'
import { deleteMember } from '../members/members.queries.ts'
import { type Erased, type ErasureStep, eraseStep, listOpenOrders, planSteps } from './erase.ts'
import { recordDeletion, recordErasure } from './erasure-ledger.ts'
import { findPersonByKey, type Person } from './person.ts'

/** Tells an operator why a command was refused. */
export class PersonFault extends Error {
  override name = 'PersonFault'
}

export class OpenOrders extends PersonFault {
  override name = 'OpenOrders'
  readonly orders: string[]

  constructor(orders: string[]) {
    super(`尚有未完成的訂單: ${orders.join(', ')}`)
    this.orders = orders
  }
}

/** The number of a customer, or the id of a member who has not ordered. */
function subjectOf({ customer, key }: Person) {
  return { kind: 'customer', id: String(customer ?? key), title: `顧客 ${customer ?? key}` }
}

/**
 * Throws OpenOrders while an order has not ended or a refund is open. Thousands of orders go in
 * transactions of their own, so that nobody waits for all of them; one that was stopped on the way is
 * finished by being asked for again. A trial changes nothing. With `jobs`, LINE is told that the member
 * has allowed the shop nothing any more.
 */
export async function erasePersonForGood(
  db: Transaction,
  actor: StaffActor,
  person: Person,
  { isTrial, jobs }: { isTrial: boolean; jobs?: JobSender },
): Promise<Erased> {
  const take = isTrial ? tryStep : eraseStep
  const parts: Erased[] = []
  for (const step of await planSteps(db, person)) {
    const part = await transaction(db, async (tx) => {
      if (step.isFirst || step.isLast) await refuseOpen(tx, person)
      // The first step takes the identity along, with what is needed for this.
      if (step.isFirst && !isTrial && jobs && person.uid !== null) {
        await deauthorizeLater(jobs, tx, await findLineOf(tx, person.uid))
      }
      const erased = await take(tx, person, step)
      if (step.isLast && !isTrial) await recordForGood(tx, actor, person)
      return erased
    })
    parts.push(part)
  }
  return sumOf(parts)
}

/**
 * Erases once more who was erased after the backup that the shop was restored from. Their orders may
 * be open as they were then: at the erasure none was.
 */
export async function eraseAgain(tx: Transaction, personKey: string): Promise<void> {
  const person = await findPersonByKey(tx, personKey)
  for (const step of await planSteps(tx, person)) await eraseStep(tx, person, step)
  await recordForGood(tx, commandLine, person)
}

/** Deletes once more an account that its member deleted after that backup. */
export async function deleteAccountAgain(tx: Transaction, uid: string): Promise<void> {
  await deleteCart(tx, memberOwner(uid))
  await deleteChoices(tx, memberOwner(uid))
  await deleteMember(tx, uid)
  await recordDeletion(tx, uid)
}

async function refuseOpen(tx: Transaction, person: Person): Promise<void> {
  const open = await listOpenOrders(tx, person)
  if (open.length > 0) throw new OpenOrders(open)
}

async function tryStep(tx: Transaction, person: Person, step: ErasureStep): Promise<Erased> {
  await tx.execute(sql`savepoint erasure`)
  const erased = await eraseStep(tx, person, step)
  await tx.execute(sql`rollback to savepoint erasure`)
  return erased
}

async function recordForGood(tx: Transaction, actor: StaffActor, person: Person): Promise<void> {
  await dropPersonalFiles(tx)
  await recordErasure(tx, person.key)
  await recordAudit(tx, actor, { action: 'person.erase', subject: subjectOf(person) })
}

/** Of tables where anything changed. */
export function sumOf(parts: readonly Erased[]): Erased {
  const sums: Erased = {}
  for (const [table, n] of parts.flatMap((part) => Object.entries(part))) {
    if (n > 0) sums[table] = (sums[table] ?? 0) + n
  }
  return sums
}
