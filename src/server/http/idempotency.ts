import { and, eq, gt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { prepared, preparedText } from '../db/prepared.ts'
import { sha256 } from '../db/sha256.ts'
import { idempotencyKeys } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'
import { ShopError } from './shop-error.ts'

/** One idempotent request: its owner, its key, and a hash of method, address and body. */
export interface IdempotentRequest {
  owner: string
  key: string
  requestHash: string
}

/** Parses the `Idempotency-Key` of a request; undefined without one. */
export function parseIdempotencyKey(request: FastifyRequest): IdempotentRequest | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = String(header)
  if (key.length < 1 || key.length > 255) throw new ShopError('IDEMPOTENCY_KEY_INVALID')
  const content = JSON.stringify([request.method, request.url, request.body ?? null])
  const requestHash = sha256(content)
  return { owner: request.caller.owner, key, requestHash }
}

const lifetime = sql`now() - interval '24 hours'`
const owner = sql.placeholder('owner')
const key = sql.placeholder('key')

const keyLocked = preparedText<{ is_mine: boolean }>(
  'idempotency_key_lock',
  'select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as is_mine',
)
const savedReply = prepared((db) =>
  db
    .select({ requestHash: idempotencyKeys.requestHash, reply: idempotencyKeys.reply })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.owner, owner),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.createdAt, lifetime),
      ),
    )
    .prepare('idempotency_key_saved'),
)
const replySaved = prepared((db) =>
  db
    .insert(idempotencyKeys)
    .values({
      owner,
      key,
      requestHash: sql.placeholder('requestHash'),
      reply: sql.placeholder('reply'),
    })
    .onConflictDoUpdate({
      target: [idempotencyKeys.owner, idempotencyKeys.key],
      set: {
        requestHash: sql`excluded.request_hash`,
        reply: sql`excluded.reply`,
        createdAt: sql`now()`,
      },
    })
    .prepare('idempotency_key_save'),
)

/**
 * Runs `work` once for each key: a retry gets the saved reply. The reply is saved in the
 * transaction of the work, so a crash leaves both or neither; a refusal is not saved.
 */
export async function withIdempotency<T extends Record<string, unknown>>(
  tx: Transaction,
  intended: IdempotentRequest | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!intended) return work()
  const { owner, key, requestHash } = intended
  const [[lock], [saved]] = await Promise.all([
    keyLocked(tx, [`${owner} ${key}`]),
    savedReply(tx).execute({ owner, key }),
  ])
  if (!lock?.is_mine) throw new ShopError('IDEMPOTENCY_KEY_RUNNING', { retryAfter: 1 })
  if (saved) {
    if (saved.requestHash !== requestHash) throw new ShopError('IDEMPOTENCY_KEY_MISMATCH')
    // The row was written by this very function from a reply of the same endpoint.
    return saved.reply as T
  }
  const reply = await work()
  await replySaved(tx).execute({ owner, key, requestHash, reply })
  return reply
}
