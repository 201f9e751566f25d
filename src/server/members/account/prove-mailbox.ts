import { timingSafeEqual } from 'node:crypto'
import { transaction } from '../../db/transaction.ts'
import { ShopError } from '../../http/shop-error.ts'
import { mailboxOf } from '../../input/email-address.ts'
import { countsOf } from '../../limits/network-limit.ts'
import { type Count, consumeAll } from '../../limits/rate-limit.ts'
import { findMember, lockMember, updateMember } from '../members.queries.ts'
import type { Provider } from '../provider/provider.ts'
import { endCodes, tryPin } from './action-codes.queries.ts'

/**
 * Proves the mailbox of a member by the digits of the newest mail, for somebody who does not want to
 * leave the page for a link. Doing it again after a lost answer is right, too.
 */
export async function proveMailbox(
  provider: Provider,
  { uid, pin, ip }: { uid: string; pin: string; ip: string },
): Promise<void> {
  const { db, hashPin } = provider
  const known = await findMember(db, uid)
  if (!known) throw new ShopError('MEMBER_TOKEN_INVALID')
  if (known.emailVerified) return
  if (known.email === null) throw new ShopError('PIN_EXPIRED')
  await consumeTry(provider, { uid, email: known.email, ip })
  // A wrong try is kept, so it must not be taken back with its refusal.
  const outcome = await transaction(db, async (tx) => {
    const member = await lockMember(tx, uid)
    if (!member || member.isDisabled || member.email === null) return 'expired'
    if (member.emailVerified) return 'right'
    const { email } = member
    const tried = await tryPin(tx, { ...member, email }, ({ codeHash, pinHash }) =>
      timingSafeEqual(Buffer.from(hashPin(pin, codeHash)), Buffer.from(pinHash)),
    )
    if (tried !== 'right') return tried
    await updateMember(tx, uid, { emailVerified: true })
    await endCodes(tx, uid, 'VERIFY_EMAIL')
    await provider.onProved(tx, { uid, email })
    return tried
  })
  if (outcome === 'wrong') throw new ShopError('PIN_WRONG')
  if (outcome === 'expired') throw new ShopError('PIN_EXPIRED')
}

/**
 * Counted by account and by mailbox, because anybody may sign up with a mailbox of somebody else as
 * often as it has names, and by network as the codes of links are.
 */
async function consumeTry(
  { db, limits }: Provider,
  { uid, email, ip }: { uid: string; email: string; ip: string },
): Promise<void> {
  const counts: Count[] = [
    [limits.pinByAccount, uid],
    ...countsOf({ network: limits.actionCodeByNetwork }, ip),
    [limits.pinByMailbox, mailboxOf(email)],
  ]
  const result = await consumeAll(db, counts)
  if (!result.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', { retryAfter: result.retryAfter })
}
