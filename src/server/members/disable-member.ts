import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maskEmail } from '#contract/masking.ts'
import { recordAudit } from '../audit/audit.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { normalizeEmail } from '../input/email-address.ts'
import { emailKey } from './email-address.ts'
import { findMemberByEmail, updateCredentials } from './members.queries.ts'

/**
 * Revokes every session and every mailed code: a member who is enabled again has to sign in. False
 * when no member has that address.
 */
export async function setMemberDisabled(
  db: NodePgDatabase,
  actor: StaffActor,
  { email: address, isDisabled }: { email: string; isDisabled: boolean },
): Promise<boolean> {
  const email = normalizeEmail(address)
  if (email === undefined) return false
  return transaction(db, async (tx) => {
    const member = await findMemberByEmail(tx, emailKey(email))
    if (!member) return false
    if (!(await updateCredentials(tx, member.uid, { isDisabled }))) return false
    await recordAudit(tx, actor, {
      action: isDisabled ? 'member.disable' : 'member.enable',
      subject: { kind: 'member', id: member.uid, title: maskEmail(email) },
      before: { isDisabled: member.isDisabled },
      after: { isDisabled },
    })
    return true
  })
}
