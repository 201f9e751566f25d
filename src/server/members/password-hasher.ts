import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { createTurns } from '../limits/turns.ts'

/** argon2id: 19 MiB and two passes, what OWASP asks for at least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  /** Runs a call that is going to hash; with more of them than can wait it is not even begun. */
  admit<T>(call: () => Promise<T>): Promise<T>
  hash(password: string): Promise<string>
  /** Takes as long for a member who does not exist (null) as for a wrong password. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

/** More hashes are asked for than there is time to make. */
export class HasherBusy extends Error {
  override name = 'HasherBusy'
}
/** One for all: in a flood, noting where each was thrown would cost more than the refusal. */
const busy = new HasherBusy()

/**
 * Hashing is slow on purpose, so few run at once and a bounded number waits: the others are refused
 * at once, and the rest of the shop keeps its processors.
 */
export function createPasswordHasher({
  concurrency = Math.max(1, availableParallelism() - 1),
  maxWaiting = 60,
}: {
  concurrency?: number
  maxWaiting?: number
} = {}): PasswordHasher {
  const inTurn = createTurns({ concurrency, maxWaiting, refusal: () => busy })
  const nobody = hash('a password that nobody has', cost)
  // Who first needs it hears of a failure; until then nobody does.
  nobody.catch(() => {})
  const places = createTurns({
    concurrency: concurrency + maxWaiting,
    maxWaiting: 0,
    refusal: () => busy,
  })
  return {
    admit: (call) => places(call),
    hash: (password) => inTurn(() => hash(password.normalize('NFC'), cost)),
    verify: async (passwordHash, password) => {
      const against = passwordHash ?? (await nobody)
      const matches = await inTurn(() => verify(against, password.normalize('NFC')))
      return matches && passwordHash !== null
    },
  }
}
