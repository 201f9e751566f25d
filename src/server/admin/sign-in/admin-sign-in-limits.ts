import type { Db } from '../../db/connect.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { Networks } from '../../limits/network.ts'
import { consume, consumeOrThrow, type RateLimit, refund } from '../../limits/rate-limit.ts'
import { isKnownNetwork } from '../admin.queries.ts'

const quarterHour = 900
const hour = 3600

const limit = (name: string, max: number, windowSeconds: number): RateLimit => {
  return { name: `admin.${name}`, max, windowSeconds }
}
/** Right passwords count, too. */
const attemptsByNetwork = limit('attempts.network', 300, quarterHour)
const attemptsByAccountAndNetwork = limit('attempts.account-network', 60, quarterHour)
/** Wrong passwords. */
const guessesByNetwork = limit('network', 50, quarterHour)
const guessesBySlash56 = limit('slash56', 100, quarterHour)
const guessesBySlash48 = limit('slash48', 200, quarterHour)
const guessesByAccountAndNetwork = limit('account', 10, quarterHour)
const guessesByAccount = limit('all-networks', 30, hour)
/** While an account is guessed at from many networks: each has a few, and all together a pace. */
const underAttackByNetwork = limit('under-attack', 2, hour)
const underAttackPace = limit('pace', 1, 5)

export interface AdminAttempt {
  username: string
  networks: Networks
}

/**
 * Counts a sign-in as a wrong one before the password is compared; throws when it is one too many.
 * Gives what refunds it. Guesses from many networks slow an account down and do not lock it: where
 * its administrator has signed in before, nothing slows down.
 */
export async function consumeAdminSignIn(
  db: Db,
  { username, networks }: AdminAttempt,
): Promise<() => Promise<void>> {
  const { subscriber, wider, widest } = networks
  const account = username.trim().toLowerCase()
  const guesses: [RateLimit, string][] = []
  const consumeGuess = async (of: RateLimit, subject: string) => {
    await consumeOrThrow(db, of, subject)
    guesses.push([of, subject])
  }
  const refundGuesses = async () => {
    for (const [of, subject] of guesses) await refund(db, of, subject)
  }
  await consumeOrThrow(db, attemptsByNetwork, subscriber)
  await consumeOrThrow(db, attemptsByAccountAndNetwork, `${account} ${subscriber}`)
  await consumeGuess(guessesByNetwork, subscriber)
  if (wider) await consumeGuess(guessesBySlash56, wider.slash56)
  if (wider) await consumeGuess(guessesBySlash48, wider.slash48)
  await consumeGuess(guessesByAccountAndNetwork, `${account} ${subscriber}`)
  if (!(await isKnownNetwork(db, account, widest))) {
    if ((await consume(db, guessesByAccount, account)).isAllowed) {
      guesses.push([guessesByAccount, account])
    } else {
      await consumeGuess(underAttackByNetwork, `${account} ${widest}`)
      const pace = await consume(db, underAttackPace, account)
      if (!pace.isAllowed) {
        // No password was compared: a retry must not use up the attempts.
        await refundGuesses()
        throw new ShopError('TOO_MANY_REQUESTS', pace)
      }
    }
  }
  return refundGuesses
}
