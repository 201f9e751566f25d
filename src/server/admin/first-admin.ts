import { hash, randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { minAdminPasswordLength } from '#contract/admin.ts'
import { emptyShop, type ShopSettings } from '#contract/settings.ts'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/connect.ts'
import { firstAdminCodes } from '../db/tables/admin.ts'
import { transaction } from '../db/transaction.ts'
import { type CallOrigin, commandLine, type StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import type { PasswordHasher } from '../members/sign-in/password-hasher.ts'
import { writeSettings } from '../settings/settings.queries.ts'
import { insertAdministrator, listAdministrators } from './admin.queries.ts'
import { createAdministrator, randomPassword, subjectOf } from './administrators.ts'

const demoUsername = 'admin@minmin.example'
const codeHours = 24

/** Printed at the start, once: an account, or the code of a link that makes the first one. */
export type FirstAdmin = { username: string; password: string } | { code: string } | null

/**
 * Creates the first administrator of a shop that has none: the one of the configuration or, with
 * the demo shop outside of production, one with a random password. Any other shop gets a code, with
 * which its owner makes the account in the browser. Null if there is an administrator.
 */
export async function ensureFirstAdmin(
  db: NodePgDatabase,
  hasher: PasswordHasher,
  config: Pick<Config, 'firstAdmin' | 'loadsDemo' | 'isProduction'>,
): Promise<FirstAdmin> {
  if (await hasAdministrator(db)) return null
  const isConfigured = config.firstAdmin !== null
  if (!isConfigured && (config.isProduction || !config.loadsDemo)) {
    return { code: await createFirstAdminCode(db) }
  }
  const administrator = config.firstAdmin ?? { username: demoUsername, password: randomPassword() }
  await createAdministrator(db, commandLine, hasher, administrator)
  if (!config.loadsDemo) await transaction(db, (tx) => beginShop(tx, commandLine))
  return isConfigured ? { ...administrator, password: '(ADMIN_PASSWORD)' } : administrator
}

async function hasAdministrator(db: Db): Promise<boolean> {
  return (await listAdministrators(db)).length > 0
}

const digestOf = (code: string) => hash('sha256', code)

/** Codes of starts before still work: a node that starts later ends no link of another. */
async function createFirstAdminCode(db: Db): Promise<string> {
  const code = randomBytes(32).toString('base64url')
  await db.delete(firstAdminCodes).where(sql`expires_at <= now()`)
  const expiresAt = sql`now() + make_interval(hours => ${codeHours})`
  await db.insert(firstAdminCodes).values({ codeHash: digestOf(code), expiresAt })
  return code
}

const isUsable = (code: string) => sql`code_hash = ${digestOf(code)} and expires_at > now()`

/** Before the password is hashed: a made-up code costs next to nothing. */
export async function assertFirstAdminCode(db: Db, code: string): Promise<void> {
  const found = await db.$count(firstAdminCodes, isUsable(code))
  if (found === 0) throw new ShopError('FIRST_ADMIN_GONE')
}

/** A shop that has nothing to sell yet begins without the facts of the demo. */
async function beginShop(tx: Db, actor: StaffActor, facts: Partial<ShopSettings> = {}) {
  const { rows } = await tx.execute<{ is_used: boolean }>(sql`
    select exists (select from products) or exists (select from orders)
      or exists (select from settings where "group" = 'shop') as is_used`)
  if (rows[0]?.is_used) return
  await writeSettings(tx, actor, { group: 'shop', version: 0, values: { ...emptyShop, ...facts } })
}

/** Makes the owner's account; of several at once one does, and every code is used up. */
export async function createFirstAdmin(
  db: NodePgDatabase,
  hasher: PasswordHasher,
  input: { code: string; username: string; password: string; origin: CallOrigin },
): Promise<void> {
  const { code, password, origin } = input
  const username = input.username.trim()
  if (!/^[^\s@]+@[^\s@]+$/.test(username)) throw fieldError('username', 'Email 格式不正確')
  if (password.length < minAdminPasswordLength) throw new ShopError('ADMIN_PASSWORD_TOO_SHORT')
  const passwordHash = await hasher.hash(password)
  const uid = randomBytes(15).toString('base64url')
  await transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('first administrator'))`)
    const { rowCount } = await tx.delete(firstAdminCodes).where(isUsable(code))
    if (!rowCount || (await hasAdministrator(tx))) throw new ShopError('FIRST_ADMIN_GONE')
    await tx.delete(firstAdminCodes)
    await insertAdministrator(tx, { uid, username, passwordHash, role: 'owner' })
    const actor = { kind: 'admin', id: uid, name: username, role: 'owner', origin } as const
    const subject = subjectOf({ uid, username })
    await recordAudit(tx, actor, { action: 'staff.create', subject, after: { role: 'owner' } })
    // It waits for its owner to open it.
    await beginShop(tx, actor, { is_closed: true })
  })
}
