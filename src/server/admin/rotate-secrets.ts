import { eq, or, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { recordAudit } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { administrators } from '../db/tables/admin.ts'
import { transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { isAnyNodeRunning } from '../secrets/claim-key.ts'
import { totpOwner } from '../secrets/kept-secrets.ts'
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
    for (const row of rows) {
      const owner = totpOwner(row.uid)
      const seal = (sealed: Buffer | null) => {
        if (!sealed || sealed.length === 0) return sealed
        // A rotation that ended after its commit is done again: what is under the new key stays.
        if (nextBox.open(sealed, owner)) return sealed
        const opened = oldBox?.open(sealed, owner)
        if (!opened) closed.push(row.username)
        return opened ? nextBox.seal(opened, owner) : null
      }
      const sealed = { totpSecret: seal(row.totpSecret), totpPending: seal(row.totpPending) }
      await tx.update(administrators).set(sealed).where(eq(uid, row.uid))
    }
    if (closed.length > 0) {
      throw new AdministratorFault(
        `The key of before does not open the second factor of ${closed.join(', ')}. Nothing was changed; give that key, or: npm run admin -- reset-totp E-MAIL`,
      )
    }
    const subject = { kind: 'shop', title: 'SECRETS_KEY' }
    await recordAudit(tx, actor, { action: 'shop.rotate_secrets', subject })
    return rows.length
  })
}
