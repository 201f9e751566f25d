import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Config } from '../config.ts'
import type { PasswordHasher } from '../members/password-hasher.ts'
import { listAdministrators } from './admin.queries.ts'
import { createAdministrator, randomPassword } from './administrators.ts'

const demoUsername = 'admin@minmin.example'

/**
 * Makes the first administrator of a shop that has none: the one of the configuration or, with the
 * demo shop, one with a random password. Returns what is to be told, once; null if none was made.
 */
export async function ensureFirstAdmin(
  db: NodePgDatabase,
  hasher: PasswordHasher,
  config: Pick<Config, 'firstAdmin' | 'loadsDemo'>,
): Promise<{ username: string; password: string } | null> {
  if ((await listAdministrators(db)).length > 0) return null
  const isNamed = config.firstAdmin !== null
  if (!isNamed && !config.loadsDemo) return null
  const administrator = config.firstAdmin ?? { username: demoUsername, password: randomPassword() }
  await createAdministrator(db, hasher, administrator)
  return isNamed ? { ...administrator, password: '(ADMIN_PASSWORD)' } : administrator
}
