import type { Db } from '../db/connect.ts'
import { ShopError } from '../http/shop-error.ts'
import { networksOf } from './network.ts'
import { consumeInAll, countsOf } from './network-limit.ts'
import { type Count, consumeOrThrow, type RateLimit, refundEach } from './rate-limit.ts'

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
  const counted: Count[] = []
  const count = async (limit: RateLimit, subject: string) => {
    await consumeOrThrow(db, limit, subject)
    counted.push([limit, subject])
  }
  const takeBack = () => refundEach(db, counted)
  await count(caller, by.owner)
  for (const [limit, subject] of countsOf({ network }, by.ip)) await count(limit, subject)
  const inAll = await consumeInAll(db, { all, underAttack }, networksOf(by.ip))
  if (!inAll.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', inAll)
  counted.push(...inAll.counted)
  try {
    const found = await look.up()
    await takeBack()
    return found
  } catch (error) {
    if (!look.isWrong(error)) await takeBack()
    throw error
  }
}
