import { hash, verify } from '@node-rs/argon2'
import { createSemaphore } from '../../limits/semaphore.ts'
import { spareProcessors } from '../../limits/spare-processors.ts'

export interface HashingCost {
  /** In KiB. */
  memoryCost: number
  timeCost: number
  parallelism: number
}

/** argon2id: 19 MiB and two passes, the minimum that OWASP recommends. */
const owaspCost: HashingCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  /**
   * Runs a call that hashes once a slot is free. Networks are served round-robin; with a full queue
   * it throws HasherBusy without running the call.
   */
  withHashingSlot<T>(network: string, call: () => Promise<T>): Promise<T>
  hash(password: string): Promise<string>
  /** Takes as long for a member who does not exist (null) as for a wrong password. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

/** The queue of hashes is full. */
export class HasherBusy extends Error {
  override name = 'HasherBusy'
}
/** One instance: in a flood, a stack trace for each would cost more than the refusal. */
const busy = new HasherBusy()

/**
 * Hashing is slow on purpose, so few calls run at once and a bounded number waits: the others are
 * refused at once, and the rest of the shop keeps its processors.
 */
export function createPasswordHasher({
  cost = owaspCost,
  concurrency = spareProcessors(),
  maxWaiting = 60,
}: {
  cost?: HashingCost
  concurrency?: number
  maxWaiting?: number
} = {}): PasswordHasher {
  const semaphore = createSemaphore({
    name: 'hashing',
    concurrency,
    maxWaiting,
    refusal: () => busy,
  })
  const unknownMember = hash('a password that nobody has', cost)
  // A failure is thrown by the first call that awaits it.
  unknownMember.catch(() => {})
  return {
    withHashingSlot: (network, call) => semaphore(call, network),
    hash: (password) => hash(password.normalize('NFC'), cost),
    verify: async (passwordHash, password) => {
      const against = passwordHash ?? (await unknownMember)
      const matches = await verify(against, password.normalize('NFC'))
      return matches && passwordHash !== null
    },
  }
}
