import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'

/** argon2id: 19 MiB and two passes, what OWASP asks for at least. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export interface PasswordHasher {
  hash(password: string): Promise<string>
  /** Takes as long for a member who does not exist (null) as for a wrong password. */
  verify(passwordHash: string | null, password: string): Promise<boolean>
}

/** More hashes are asked for than there is time to make. */
export class HasherBusy extends Error {
  override name = 'HasherBusy'
}

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
  let running = 0
  const waiting: (() => void)[] = []

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw new HasherBusy()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      // The place goes on to who waits longest; only without one it becomes free.
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }

  const nobody = hash('a password that nobody has', cost)
  // Who first needs it hears of a failure; until then nobody does.
  nobody.catch(() => {})
  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFC'), cost)),
    verify: async (passwordHash, password) => {
      const against = passwordHash ?? (await nobody)
      const matches = await inTurn(() => verify(against, password.normalize('NFC')))
      return matches && passwordHash !== null
    },
  }
}
