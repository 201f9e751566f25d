import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Config } from '../config.ts'
import { commandLine } from '../http/actor.ts'
import type { PasswordHasher } from '../members/sign-in/password-hasher.ts'
import { listAdministrators } from './admin.queries.ts'
import { createAdministrator, randomPassword } from './administrators.ts'

const demoUsername = 'admin@minmin.example'

/**
 * Creates the first administrator of a shop that has none: the one of the configuration or, with
 * the demo shop outside of production, one with a random password. Returns what is to be printed,
 * once; null if none was created.
 */
export async function ensureFirstAdmin(
  db: NodePgDatabase,
  hasher: PasswordHasher,
  config: Pick<Config, 'firstAdmin' | 'loadsDemo' | 'isProduction'>,
): Promise<{ username: string; password: string } | null> {
  if ((await listAdministrators(db)).length > 0) return null
  const isConfigured = config.firstAdmin !== null
  if (!isConfigured && (config.isProduction || !config.loadsDemo)) return null
  const administrator = config.firstAdmin ?? { username: demoUsername, password: randomPassword() }
  await createAdministrator(db, commandLine, hasher, administrator)
  return isConfigured ? { ...administrator, password: '(ADMIN_PASSWORD)' } : administrator
}
