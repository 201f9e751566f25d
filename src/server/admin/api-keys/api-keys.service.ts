import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import type { create } from '#contract/api-keys.schema.ts'
import { recordAudit } from '../../audit/audit.ts'
import { createId } from '../../db/id.ts'
import { sha256 } from '../../db/sha256.ts'
import { transaction } from '../../db/transaction.ts'
import type { StaffActor } from '../../http/actor.ts'
import { apiKeyMark } from '../../http/caller.ts'
import { ShopError } from '../../http/shop-error.ts'
import { fieldError } from '../../input/coerced-values.ts'
import { type ApiKeyRow, countKeys, deleteKey, insertKey } from './api-keys.queries.ts'

const maxKeys = 50
const shownCharacters = 9

const subjectOf = ({ id, name }: Pick<ApiKeyRow, 'id' | 'name'>) => ({
  kind: 'api_key',
  id,
  title: name,
})

/** Gives the key itself, which nobody can read again. */
export function createKey(
  db: NodePgDatabase,
  actor: StaffActor,
  input: Static<typeof create.data>,
): Promise<{ key: string; row: ApiKeyRow }> {
  const { permissions, ends } = input
  const endsAt = ends === undefined ? null : new Date(ends * 1_000)
  if (endsAt && endsAt.getTime() <= Date.now()) throw fieldError('ends', '到期日必須在今天之後')
  const key = `${apiKeyMark}${randomBytes(32).toString('base64url')}`
  return transaction(db, async (tx) => {
    // Of two at once the second sees the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext('api keys'))`)
    if ((await countKeys(tx)) >= maxKeys) throw new ShopError('API_KEY_LIMIT')
    const row = await insertKey(tx, {
      id: createId(),
      name: input.name.trim(),
      keyHash: sha256(key),
      prefix: key.slice(0, shownCharacters),
      permissions,
      createdBy: actor.name,
      endsAt,
    })
    const after = { prefix: row.prefix, permissions, ...(endsAt && { ends: endsAt.toISOString() }) }
    await recordAudit(tx, actor, { action: 'api_key.create', subject: subjectOf(row), after })
    return { key, row }
  })
}

export function revokeKey(db: NodePgDatabase, actor: StaffActor, id: string): Promise<void> {
  return transaction(db, async (tx) => {
    const row = await deleteKey(tx, id)
    if (!row) throw new ShopError('API_KEY_NOT_FOUND')
    const { prefix, permissions } = row
    await recordAudit(tx, actor, {
      action: 'api_key.revoke',
      subject: subjectOf(row),
      before: { prefix, permissions },
    })
  })
}
