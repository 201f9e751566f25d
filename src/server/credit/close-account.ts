import type { Transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import { lockCreditAccount, readHasEntries, takeCredit } from './ledger.ts'

/** The rest of a member ends with the account that is deleted: it is never paid out. */
export async function closeCreditAccount(
  tx: Transaction,
  memberId: string,
  actor: Actor,
): Promise<void> {
  if (!(await readHasEntries(tx, memberId))) return
  const account = await lockCreditAccount(tx, memberId)
  const { credit, points } = account
  await takeCredit(
    tx,
    account,
    { credit, points },
    { cause: 'expired', reason: '會員已刪除帳號', actor },
  )
}
