import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { maskEmail, maskText } from '#contract/masking.ts'
import { recordAudit } from '../../audit/audit.ts'
import { transaction } from '../../db/transaction.ts'
import { actorKey, type StaffActor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readText } from '../../input/coerced-values.ts'
import { findMember } from '../../members/members.queries.ts'
import { insertPardon, insertPayout, lockBalance } from './commission.queries.ts'

/** Records that a leader was paid, in whole NT$; never more than the balance. */
export async function payOut(
  call: { db: NodePgDatabase; actor: StaffActor; intended: IdempotentRequest | undefined },
  payout: { leaderId: string; amount: number; note: string },
): Promise<void> {
  const { leaderId, amount } = payout
  const note = readText(payout.note, 'note')
  const { actor } = call
  await transaction(call.db, (tx) =>
    withIdempotency(tx, call.intended, async () => {
      const balance = await lockBalance(tx, leaderId)
      if (amount > balance) throw new ShopError('PAYOUT_TOO_HIGH')
      await insertPayout(tx, { leaderId, amount, note, by: actorKey(actor) })
      const subject = { kind: 'member', id: leaderId, title: leaderId }
      const before = { balance }
      const after = { balance: balance - amount, amount, note: maskText(note) }
      await recordAudit(tx, actor, { action: 'commission.payout', subject, before, after })
      return {}
    }),
  )
}

/** Places that this member did not pay for until now no longer bar them. */
export async function pardonMember(
  db: NodePgDatabase,
  actor: StaffActor,
  uid: string,
): Promise<void> {
  await transaction(db, async (tx) => {
    const member = await findMember(tx, uid)
    if (!member) throw new ShopError('MEMBER_NOT_FOUND')
    await insertPardon(tx, { memberId: uid, by: actorKey(actor) })
    const subject = {
      kind: 'member',
      id: uid,
      title: member.email === null ? '' : maskEmail(member.email),
    }
    await recordAudit(tx, actor, { action: 'member.pardon', subject })
  })
}
