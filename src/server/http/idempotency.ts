import { createHash } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { FastifyRequest } from 'fastify'
import { idempotencyKeys } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'
import { ShopError } from './shop-error.ts'

/** One intended write: who means it, the key that names it, and a hash of what it asks. */
export interface IntendedWrite {
  owner: string
  key: string
  requestHash: string
}

/** The intention that an `Idempotency-Key` names; undefined when the call came without one. */
export function intendedWrite(request: FastifyRequest): IntendedWrite | undefined {
  const header = request.headers['idempotency-key']
  if (header === undefined) return undefined
  const key = String(header)
  if (key.length < 1 || key.length > 255) throw new ShopError('IDEMPOTENCY_KEY_INVALID')
  const asked = JSON.stringify([request.method, request.url, request.body ?? null])
  const requestHash = createHash('sha256').update(asked).digest('base64url')
  return { owner: request.caller.owner, key, requestHash }
}

const lifetime = sql`now() - interval '24 hours'`

/**
 * Runs `work` once for one intention: a repeat gets the saved answer. The answer is saved in the
 * transaction of the work, so a crash leaves both or neither; a refusal is not saved.
 */
export async function once<T extends Record<string, unknown>>(
  tx: Transaction,
  intended: IntendedWrite | undefined,
  work: () => Promise<T>,
): Promise<T> {
  if (!intended) return work()
  const { owner, key, requestHash } = intended
  const { rows } = await tx.execute<{ is_mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${owner} ${key}`}, 0)) as is_mine`,
  )
  if (!rows[0]?.is_mine) throw new ShopError('IDEMPOTENCY_KEY_RUNNING', { retryAfter: 1 })
  const [saved] = await tx
    .select({ requestHash: idempotencyKeys.requestHash, reply: idempotencyKeys.reply })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.owner, owner),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.createdAt, lifetime),
      ),
    )
  if (saved) {
    if (saved.requestHash !== requestHash) throw new ShopError('IDEMPOTENCY_KEY_MISMATCH')
    // The row was written by this very function from a reply of the same endpoint.
    return saved.reply as T
  }
  const reply = await work()
  await tx
    .insert(idempotencyKeys)
    .values({ owner, key, requestHash, reply })
    .onConflictDoUpdate({
      target: [idempotencyKeys.owner, idempotencyKeys.key],
      set: { requestHash, reply, createdAt: sql`now()` },
    })
  return reply
}
