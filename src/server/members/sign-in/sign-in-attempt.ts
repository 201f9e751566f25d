import type { Db } from '../../db/connect.ts'
import { consumeInAll } from '../../limits/network-limit.ts'
import { type Count, refundEach } from '../../limits/rate-limit.ts'
import { IdentityError } from '../identity-error.ts'
import type { IdentityLimits } from '../identity-limits.ts'
import { type Client, consumeOrThrow } from '../provider/provider.ts'

export interface SignInAttempt {
  /** Refunds the attempt: the password was right. */
  refundGuess(): Promise<void>
  /** Refunds the attempt: no password was compared. */
  refundAll(): Promise<void>
}

/**
 * Consumes an attempt before the password is compared, so that concurrent attempts are counted too;
 * a right one is refunded. An account under attack from many networks is never locked: each further
 * network has a few attempts, and so has its owner.
 */
export async function consumeSignIn(
  db: Db,
  limits: IdentityLimits,
  { account, networks }: { account: string; networks: Client['networks'] },
): Promise<SignInAttempt> {
  const { subscriber, wider, widest } = networks
  const accountAndNetwork = `${account} ${subscriber}`
  const attempts: Count[] = [
    [limits.attemptsByNetwork, subscriber],
    [limits.attemptsByAccountAndNetwork, accountAndNetwork],
  ]
  const guesses: Count[] = [
    [limits.signInByNetwork, subscriber],
    [limits.signInByAccountAndNetwork, accountAndNetwork],
  ]
  if (wider) guesses.push([limits.signInBySlash56, wider.slash56])
  if (wider) guesses.push([limits.signInBySlash48, wider.slash48])
  for (const [limit, subject] of [...attempts, ...guesses]) {
    await consumeOrThrow(db, limit, subject)
  }
  const inAll = { all: limits.signInByAccount, underAttack: limits.signInUnderAttack }
  const ofAccount = await consumeInAll(db, inAll, { subject: account, widest })
  if (!ofAccount.isAllowed) throw new IdentityError('TOO_MANY_ATTEMPTS_TRY_LATER', ofAccount)
  guesses.push(...ofAccount.counted)
  return {
    refundGuess: () => refundEach(db, guesses),
    refundAll: () => refundEach(db, [...guesses, ...attempts]),
  }
}
