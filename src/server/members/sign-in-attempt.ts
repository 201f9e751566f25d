import type { Db } from '../db/connect.ts'
import { consume, type RateLimit, refund } from '../limits/rate-limit.ts'
import type { IdentityLimits } from './identity-limits.ts'
import { type Client, consumeOrThrow } from './provider.ts'

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
  const attempts: [RateLimit, string][] = [
    [limits.attemptsByNetwork, subscriber],
    [limits.attemptsByAccountAndNetwork, accountAndNetwork],
  ]
  const guesses: [RateLimit, string][] = [
    [limits.signInByNetwork, subscriber],
    [limits.signInByAccountAndNetwork, accountAndNetwork],
  ]
  if (wider) guesses.push([limits.signInBySlash56, wider.slash56])
  if (wider) guesses.push([limits.signInBySlash48, wider.slash48])
  for (const [limit, subject] of [...attempts, ...guesses]) {
    await consumeOrThrow(db, limit, subject)
  }
  if ((await consume(db, limits.signInByAccount, account)).isAllowed) {
    guesses.push([limits.signInByAccount, account])
  } else {
    const underAttack = `${account} ${widest}`
    await consumeOrThrow(db, limits.signInUnderAttack, underAttack)
    guesses.push([limits.signInUnderAttack, underAttack])
  }
  const refundEach = async (counts: [RateLimit, string][]) => {
    for (const [limit, subject] of counts) await refund(db, limit, subject)
  }
  return {
    refundGuess: () => refundEach(guesses),
    refundAll: () => refundEach([...guesses, ...attempts]),
  }
}
