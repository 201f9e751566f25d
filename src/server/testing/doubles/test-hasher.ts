import { createPasswordHasher, type PasswordHasher } from '../../members/sign-in/password-hasher.ts'

/** The least that argon2id can cost, for tests that are about something else. */
export function createTestHasher(
  queue: { concurrency?: number; maxWaiting?: number } = {},
): PasswordHasher {
  return createPasswordHasher({ cost: { memoryCost: 8, timeCost: 1, parallelism: 1 }, ...queue })
}
