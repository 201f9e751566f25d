import { randomBytes } from 'node:crypto'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { defaultConnections } from '#contract/connections.ts'
import { connect } from '../db/connect.ts'
import { administrators } from '../db/tables/admin.ts'
import { auditEntries } from '../db/tables/audit.ts'
import { rateLimitCounts } from '../db/tables/limits.ts'
import { commandLine } from '../http/actor.ts'
import { createLog } from '../log.ts'
import { claimKey } from '../secrets/claim-key.ts'
import { finishRotation, secretsFaults } from '../secrets/kept-secrets.ts'
import { loadSecretsKey, parseSecretsKey } from '../secrets/secrets-key.ts'
import { beginFactor, openFactor } from '../testing/second-factor.ts'
import { openAdministrator, signIn, type TestAdministrator } from '../testing/test-administrator.ts'
import { openTestShop, type TestShop } from '../testing/test-shop.ts'
import { rotateSecrets } from './rotate-secrets.ts'

let shop: TestShop
let owner: TestAdministrator
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  await shop.database.db.delete(rateLimitCounts)
  await shop.database.db.update(administrators).set({ totpSecret: null, totpPending: null })
  owner = await openAdministrator(shop)
})

const keyFile = () => join(shop.config.dataDir, 'secrets.key')
const fileKey = (name = keyFile()) => parseSecretsKey(readFileSync(name, 'utf8'))
const keep = (name: string, key: Buffer) =>
  writeFileSync(name, `${key.toString('base64')}\n`, { mode: 0o600 })

/** As the command does, over one connection of its own. */
async function rotate(keys: { secretsKey?: Buffer; secretsKeyNext?: Buffer } = {}) {
  const database = connect(shop.databaseUrl, { poolSize: 1 })
  const config = { secretsKey: null, secretsKeyNext: null, ...keys, dataDir: shop.config.dataDir }
  try {
    return await rotateSecrets(database.db, commandLine, config)
  } finally {
    await database.close()
  }
}

const closedUnder = async (key: Buffer) =>
  (await secretsFaults(shop.databaseUrl, key)).map(({ isFatal }) => isFatal)

const sealed = () =>
  shop.database.db
    .select({ uid: administrators.uid, kept: administrators.totpSecret })
    .from(administrators)
    .orderBy(administrators.uid)

it('rotate-secrets: all opens under the new key and nothing under the old (DOOR-10)', async () => {
  const { code } = await openFactor(owner)
  const second = await openAdministrator(shop)
  await openFactor(second)
  const waiting = await openAdministrator(shop)
  const begun = await beginFactor(waiting)
  const values = {
    ...defaultConnections.smtp,
    host: 'smtp.example',
    account: 'shop',
    from: 'a@b.tw',
  }
  const saved = { version: 0, values, password: 'open sesame' }
  expect((await owner.put('/admin/settings/smtp', saved)).status).toBe(200)
  const old = loadSecretsKey(shop.config)
  expect(await rotate()).toBe(4)
  const made = loadSecretsKey(shop.config)
  expect(made.equals(old)).toBe(false)
  expect(statSync(keyFile()).mode & 0o777).toBe(0o600)
  expect(await closedUnder(made)).toEqual([])
  expect(await closedUnder(old)).toEqual([true])
  const { username, password } = owner
  expect((await signIn(shop, { username, password, code: code(0) })).statusCode).toBe(200)
  // A factor that waited for its first code is turned on with it.
  expect((await waiting.put('/admin/me/totp', { code: begun.code(0) })).status).toBe(200)
  expect(await closedUnder(made)).toEqual([])
  const entries = await shop.database.db
    .select({ actor: auditEntries.actorName, after: auditEntries.after })
    .from(auditEntries)
    .where(sql`${auditEntries.action} = 'shop.rotate_secrets'`)
  expect(entries).toEqual([{ actor: commandLine.name, after: {} }])
  const { smtp } = (await owner.get('/admin/settings/smtp')).body
  expect(smtp).toMatchObject({ has_password: true, is_unreadable: false })
  await shop.database.pool.query('delete from settings')
})

it('rotate-secrets: a failure in the middle leaves all under the old key, and the next one succeeds', async () => {
  await openFactor(owner)
  await openFactor(await openAdministrator(shop))
  const { db } = shop.database
  const old = loadSecretsKey(shop.config)
  const before = await sealed()
  // The audit entry is written last, after every secret has been encrypted with the new key.
  onTestFinished(async () => {
    await db.execute(sql`drop function if exists fail_rotation cascade`)
  })
  await db.execute(sql`create function fail_rotation() returns trigger language plpgsql as
    $$ begin raise exception 'the disk is full'; end $$`)
  await db.execute(sql`create trigger fail_rotation before insert on audit_entries
    for each row when (new.action = 'shop.rotate_secrets') execute function fail_rotation()`)
  await expect(rotate()).rejects.toThrow()
  await db.execute(sql`drop function fail_rotation cascade`)
  expect(await sealed()).toEqual(before)
  expect(loadSecretsKey(shop.config)).toEqual(old)
  expect(await closedUnder(old)).toEqual([])
  // A start after it keeps the old key: the new one opens nothing.
  await finishRotation(shop.databaseUrl, shop.config)
  expect(loadSecretsKey(shop.config)).toEqual(old)
  await rotate()
  expect(await closedUnder(old)).toEqual([true])
  expect(await closedUnder(loadSecretsKey(shop.config))).toEqual([])
})

it('rotate-secrets: a start finishes what was killed between the commit and the new file', async () => {
  await openFactor(owner)
  const made = randomBytes(32)
  await rotate({ secretsKeyNext: made })
  keep(`${keyFile()}.next`, made)
  expect(fileKey()).not.toEqual(made)
  await finishRotation(shop.databaseUrl, shop.config)
  expect(fileKey()).toEqual(made)
  expect(await closedUnder(loadSecretsKey(shop.config))).toEqual([])
})

it('rotate-secrets: done again after a kill it uses the same new key', async () => {
  await openFactor(owner)
  const made = randomBytes(32)
  keep(`${keyFile()}.next`, made)
  await rotate({ secretsKeyNext: made })
  await openFactor(await openAdministrator(shop))
  await rotate()
  expect(fileKey()).toEqual(made)
  expect(await closedUnder(made)).toEqual([])
})

it('rotate-secrets: a key of the environment asks for the next one, and leaves the file alone', async () => {
  await openFactor(owner)
  const before = loadSecretsKey(shop.config)
  const next = randomBytes(32)
  await expect(rotate({ secretsKey: before })).rejects.toThrow('SECRETS_KEY_NEXT')
  await expect(rotate({ secretsKey: before, secretsKeyNext: before })).rejects.toThrow('of before')
  expect(await rotate({ secretsKey: before, secretsKeyNext: next })).toBe(1)
  expect(await closedUnder(next)).toEqual([])
  expect(await closedUnder(before)).toEqual([true])
  expect(fileKey()).toEqual(before)
})

it('rotate-secrets: is refused beside a running node, and a node with another key does not start (MEND-37)', async () => {
  await openFactor(owner)
  const key = loadSecretsKey(shop.config)
  const claim = (one: Buffer | undefined) =>
    claimKey({ url: shop.databaseUrl, key: one, log: createLog({ logLevel: 'silent' }) })
  const running = await claim(key)
  await expect(claim(randomBytes(32))).rejects.toThrow('another SECRETS_KEY')
  await (await claim(key)).close()
  await (await claim(undefined)).close()
  await expect(rotate()).rejects.toThrow('stop all of its nodes first')
  expect(loadSecretsKey(shop.config)).toEqual(key)
  await running.close()
  await (await claim(randomBytes(32))).close()
  expect(await rotate()).toBe(1)
})

it('rotate-secrets: is refused by name of the account whose secret the key does not open', async () => {
  await openFactor(owner)
  const other = await openAdministrator(shop)
  await openFactor(other)
  const before = loadSecretsKey(shop.config)
  await shop.database.db
    .update(administrators)
    .set({ totpSecret: randomBytes(48) })
    .where(sql`${administrators.username} = ${other.username}`)
  const kept = await sealed()
  await expect(rotate()).rejects.toThrow(`second factor of ${other.username}.`)
  expect(await sealed()).toEqual(kept)
  expect(loadSecretsKey(shop.config)).toEqual(before)
})
