import { recordAudit } from '../audit/audit.ts'
import type { Transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { releaseHold } from './hold.ts'

/** Lets a restored shop speak outside again; false when it was not on hold. */
export async function recordRelease(tx: Transaction, actor: StaffActor): Promise<boolean> {
  if (!(await releaseHold(tx))) return false
  const subject = { kind: 'shop', title: 'MinMin 團購' }
  await recordAudit(tx, actor, { action: 'shop.release', subject })
  return true
}
