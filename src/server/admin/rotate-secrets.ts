import { eq, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { administrators } from '../db/tables/admin.ts'
import { settings } from '../db/tables/settings.ts'
import { webhooks } from '../db/tables/webhooks.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { isAnyNodeRunning } from '../secrets/claim-key.ts'
import { settingOwner, titleOf, totpOwner, webhookOwner } from '../secrets/kept-secrets.ts'
import { createSecretBox } from '../secrets/secret-box.ts'
import { adoptNextKey, findSecretsKey, loadNextKey } from '../secrets/secrets-key.ts'
import { AdministratorFault } from './administrators.ts'

/**
 * Encrypts all stored secrets with a new key, in one transaction. The new key is SECRETS_KEY_NEXT, or
 * one made beside the file of the old one, which takes its place after the commit.
 *
 * @param db over a pool of one connection, which keeps the lock until it is closed
 * @returns how many secrets there are
 */
export async function rotateSecrets(
  db: NodePgDatabase,
  actor: StaffActor,
  config: Pick<Config, 'secretsKey' | 'secretsKeyNext' | 'dataDir'>,
): Promise<number> {
  const { secretsKey, secretsKeyNext, dataDir } = config
  if (secretsKey && !secretsKeyNext) {
    throw new AdministratorFault(
      'SECRETS_KEY is given by the environment: give the new one as SECRETS_KEY_NEXT.',
    )
  }
  if (await isAnyNodeRunning(db)) {
    throw new AdministratorFault(
      'The shop is running with the key of before: stop all of its nodes first.',
    )
  }
  // Two rotations with a file one after the other: the second must not replace a key in use.
  await db.execute(sql`select pg_advisory_lock(hashtext('rotate secrets'))`)
  const next = secretsKeyNext ?? loadNextKey(dataDir)
  const old = findSecretsKey(config)
  if (old?.equals(next)) throw new AdministratorFault('The new key is the one of before.')
  const count = await sealAgain(db, actor, { old, next })
  if (!secretsKeyNext) adoptNextKey(dataDir)
  return count
}

function sealAgain(
  db: NodePgDatabase,
  actor: StaffActor,
  keys: { old: Buffer | undefined; next: Buffer },
): Promise<number> {
  const { old, next } = keys
  const oldBox = old && createSecretBox(() => old)
  const nextBox = createSecretBox(() => next)
  return transaction(db, async (tx) => {
    const { uid, username, totpSecret, totpPending } = administrators
    // A restore keeps an empty secret where no key opened it: there is nothing to encrypt.
    const rows = await tx
      .select({ uid, username, totpSecret, totpPending })
      .from(administrators)
      .where(or(sql`length(${totpSecret}) > 0`, sql`length(${totpPending}) > 0`))
      .orderBy(uid)
      .for('update')
    const closed: string[] = []
    const sealWith =
      (kept: Parameters<typeof titleOf>[0] & { owner: string }) => (sealed: Buffer | null) => {
        if (!sealed || sealed.length === 0) return sealed
        // A rotation that ended after its commit is done again: what is under the new key stays.
        if (nextBox.open(sealed, kept.owner)) return sealed
        const opened = oldBox?.open(sealed, kept.owner)
        if (!opened) closed.push(titleOf(kept))
        return opened ? nextBox.seal(opened, kept.owner) : null
      }
    for (const row of rows) {
      const seal = sealWith({ kind: 'account', name: row.username, owner: totpOwner(row.uid) })
      const sealed = { totpSecret: seal(row.totpSecret), totpPending: seal(row.totpPending) }
      await tx.update(administrators).set(sealed).where(eq(uid, row.uid))
    }
    const groups = await tx
      .select({ group: settings.group, sealed: settings.sealed })
      .from(settings)
      .where(sql`length(${settings.sealed}) > 0`)
      .orderBy(settings.group)
      .for('update')
    for (const { group, sealed } of groups) {
      const seal = sealWith({ kind: 'setting', name: group, owner: settingOwner(group) })
      await tx
        .update(settings)
        .set({ sealed: seal(sealed) })
        .where(eq(settings.group, group))
    }
    const hooks = await tx
      .select({ id: webhooks.id, url: webhooks.url, secret: webhooks.secret })
      .from(webhooks)
      .where(sql`length(${webhooks.secret}) > 0`)
      .orderBy(webhooks.id)
      .for('update')
    for (const { id, url, secret } of hooks) {
      const seal = sealWith({ kind: 'webhook', name: url, owner: webhookOwner(id) })
      const sealed = seal(secret)
      if (sealed) await tx.update(webhooks).set({ secret: sealed }).where(eq(webhooks.id, id))
    }
    if (closed.length > 0) {
      throw new AdministratorFault(
        `The key of before does not open ${closed.join(', ')}. Nothing was changed; give that key, or: npm run admin -- reset-totp E-MAIL, and type the secrets of settings again`,
      )
    }
    const subject = { kind: 'shop', title: 'SECRETS_KEY' }
    await recordAudit(tx, actor, { action: 'shop.rotate_secrets', subject })
    return rows.length + groups.length + hooks.length
  })
}
