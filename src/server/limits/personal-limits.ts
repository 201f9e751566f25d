import type { Db } from '../db/connect.ts'
import type { Caller } from '../http/caller.ts'
import { ShopError } from '../http/shop-error.ts'
import { createKeyedSemaphore } from './keyed-semaphore.ts'
import { createLeasedLimit } from './leased-limit.ts'
import { networkOf } from './rate-limit.ts'

const readsPerMinute = { member: 1_200, network: 12_000 }

export interface PersonalLimits {
  /** Writes to one cart run one after the other, and take a connection only at their turn. */
  writeCart<T>(owner: string, write: () => Promise<T>): Promise<T>
  /** A reading of a cart or of orders, which may be large. */
  read<T>(by: { caller: Caller; request: { ip: string } }, read: () => Promise<T>): Promise<T>
}

/** What one shopper may do to the database with a cart and orders; `scale` multiplies the rates. */
export function createPersonalLimits(db: Db, scale: number): PersonalLimits {
  // A burst of 30 clicks is served; with more than 40 in a queue nobody waits for an answer.
  const cartWrites = createKeyedSemaphore({ concurrency: 1, maxWaiting: 40 })
  const ownReads = createKeyedSemaphore({ concurrency: 4, maxWaiting: 60 })
  const rate = (name: string, max: number) =>
    createLeasedLimit(db, { name: `read.${name}`, max: max * scale, windowSeconds: 60 })
  const byMember = rate('member', readsPerMinute.member)
  const byNetwork = rate('network', readsPerMinute.network)

  return {
    writeCart: (owner, write) => cartWrites.run(owner, write),
    async read({ caller, request }, read) {
      // A guest can make up any number of cookies, so guests are counted by network.
      const refusal = caller.memberId
        ? await byMember.take(caller.memberId)
        : await byNetwork.take(networkOf(request.ip))
      if (refusal) throw new ShopError('TOO_MANY_REQUESTS', refusal)
      return ownReads.run(caller.owner, read)
    },
  }
}
