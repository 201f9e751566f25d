import { maskEmail } from '#contract/masking.ts'
import { recordAudit } from '../../audit/audit.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { deleteInvitationsBy, type InvitationRow } from './staff.queries.ts'

/** An invitation as the subject of an entry. */
export function invitationSubject({ id, email }: InvitationRow) {
  return { kind: 'invitation', id, title: maskEmail(email) }
}

/** Deletes the open invitations that this administrator sent. The owners are locked already. */
export async function withdrawInvitationsBy(
  tx: Transaction,
  actor: StaffActor,
  uid: string,
): Promise<void> {
  for (const row of await deleteInvitationsBy(tx, uid)) {
    const subject = invitationSubject(row)
    await recordAudit(tx, actor, { action: 'staff.withdraw_invitation', subject })
  }
}
