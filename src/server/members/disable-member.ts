import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maskEmail } from '#contract/masking.ts'
import { recordAudit } from '../audit/audit.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { normalizeEmail } from '../input/email-address.ts'
import { emailKey } from './email-address.ts'
import {
  findMember,
  findMemberByEmail,
  type MemberRow,
  updateCredentials,
} from './members.queries.ts'

/**
 * Revokes every session and every mailed code: a member who is enabled again has to sign in. False
 * when no member has that address, or, behind `m:`, that id.
 */
export async function setMemberDisabled(
  db: NodePgDatabase,
  actor: StaffActor,
  { named, isDisabled }: { named: string; isDisabled: boolean },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const member = await findNamed(tx, named)
    if (!member) return false
    const { email } = member
    if (!(await updateCredentials(tx, member.uid, { isDisabled }))) return false
    await recordAudit(tx, actor, {
      action: isDisabled ? 'member.disable' : 'member.enable',
      subject: { kind: 'member', id: member.uid, title: email === null ? '' : maskEmail(email) },
      before: { isDisabled: member.isDisabled },
      after: { isDisabled },
    })
    return true
  })
}

async function findNamed(tx: Transaction, named: string): Promise<MemberRow | undefined> {
  if (named.startsWith('m:')) return findMember(tx, named.slice(2))
  const email = normalizeEmail(named)
  return email === undefined ? undefined : findMemberByEmail(tx, emailKey(email))
}
