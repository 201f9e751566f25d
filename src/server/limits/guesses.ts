import type { Db } from '../db/connect.ts'
import { networksOf } from './network.ts'
import { countsOf } from './network-limit.ts'
import { consume, consumeOrThrow, type RateLimit, refund } from './rate-limit.ts'

export interface GuessLimits {
  caller: RateLimit
  network: RateLimit
  all: RateLimit
  /** Of each network, once all together have guessed too often: others can still use a code. */
  underAttack: RateLimit
}

/**
 * Looks up a code that somebody typed. A guess is counted before the look-up, so that many at once
 * are no more than many in a row, and taken back unless `isWrong`. Throws TOO_MANY_REQUESTS.
 */
export async function guess<T>(
  db: Db,
  { caller, network, all, underAttack }: GuessLimits,
  by: { owner: string; ip: string },
  look: { isWrong: (error: unknown) => boolean; up: () => Promise<T> },
): Promise<T> {
  const counted: (readonly [RateLimit, string])[] = []
  const count = async (limit: RateLimit, subject: string) => {
    await consumeOrThrow(db, limit, subject)
    counted.push([limit, subject])
  }
  const takeBack = async () => {
    for (const [limit, subject] of counted) await refund(db, limit, subject)
  }
  await count(caller, by.owner)
  for (const [limit, subject] of countsOf({ network }, by.ip)) await count(limit, subject)
  if ((await consume(db, all, 'all')).isAllowed) counted.push([all, 'all'])
  else await count(underAttack, networksOf(by.ip).subscriber)
  try {
    const found = await look.up()
    await takeBack()
    return found
  } catch (error) {
    if (!look.isWrong(error)) await takeBack()
    throw error
  }
}
