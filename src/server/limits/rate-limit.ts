import { getTableName, sql } from 'drizzle-orm'
import type pg from 'pg'
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import type { Db } from '../db/connect.ts'
import { sha256 } from '../db/sha256.ts'
import { rateLimitCounts } from '../db/tables/limits.ts'
import { ShopError } from '../http/shop-error.ts'
import { limitedCalls } from '../metrics/metrics.ts'

/** At most `max` of something within a window that begins with the first of them. */
export interface RateLimit {
  name: string
  max: number
  windowSeconds: number
  /**
   * Once it is reached, the process refuses without asking the database until the window ends. Not
   * for a limit that is refunded: the refund would not be seen.
   */
  isCachedWhenSpent?: boolean
}

/** `retryAfter`: the seconds after which a refused call is worth another try. */
export type RateLimitResult = { isAllowed: true } | { isAllowed: false; retryAfter: number }

/** Counts one for a subject; all nodes count together, in the database. */
export async function consume(
  db: Db,
  limit: RateLimit,
  subject: string,
  points = 1,
): Promise<RateLimitResult> {
  const { isAllowed, seconds } = await consumeAndTell(db, limit, subject, points)
  return isAllowed ? { isAllowed } : { isAllowed, retryAfter: seconds }
}

/** As `consume`, with what is left in the window, and the seconds until the window ends. */
export async function consumeAndTell(
  db: Db,
  limit: RateLimit,
  subject: string,
  points = 1,
): Promise<{ isAllowed: boolean; remaining: number; seconds: number }> {
  try {
    return {
      isAllowed: true,
      ...leftOf(await limiterOf(db, limit).consume(sha256(subject), points)),
    }
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal
    noteReached(db, limit.name)
    return { isAllowed: false, ...leftOf(refusal) }
  }
}

function leftOf({ remainingPoints, msBeforeNext }: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1_000))
  return { remaining: Math.max(0, remainingPoints), seconds }
}

const noteMs = 60_000
const notedAt = new WeakMap<Db, Map<string, number>>()

/** Remembers for a day that a limit was reached, for the doctor; once a minute for each of them. */
export function noteReached(db: Db, name: string): void {
  limitedCalls.inc({ limit: name })
  const now = Date.now()
  const noted = notedAt.get(db) ?? new Map<string, number>()
  notedAt.set(db, noted)
  if (now - (noted.get(name) ?? 0) < noteMs) return
  noted.set(name, now)
  const expire = now + 86_400_000
  db.insert(rateLimitCounts)
    .values({ key: `${reachedPrefix}${name}`, points: 1, expire })
    .onConflictDoUpdate({ target: rateLimitCounts.key, set: { expire } })
    // Nobody waits for this note; a failed one is tried again at the next refusal.
    .catch(() => noted.delete(name))
}

const reachedPrefix = 'reached:'

/** Counts one for a subject; throws TOO_MANY_REQUESTS when the limit is reached. */
export async function consumeOrThrow(db: Db, limit: RateLimit, subject: string): Promise<void> {
  const result = await consume(db, limit, subject)
  if (!result.isAllowed) throw new ShopError('TOO_MANY_REQUESTS', result)
}

export type Count = readonly [limit: RateLimit, subject: string]

/** Consumes one limit after the other, up to the first that refuses. */
export async function consumeAll(db: Db, counts: readonly Count[]): Promise<RateLimitResult> {
  for (const [limit, subject] of counts) {
    const result = await consume(db, limit, subject)
    if (!result.isAllowed) return result
  }
  return { isAllowed: true }
}

/**
 * Takes one back. Not the library's `reward`: that one goes below zero, into a window that has not
 * begun, and counts the calls that were refused, so that a flood would eat the refund.
 */
export async function refund(db: Db, limit: RateLimit, subject: string): Promise<void> {
  await db
    .update(rateLimitCounts)
    .set({ points: sql`least(${rateLimitCounts.points}, ${limit.max}::int) - 1` })
    .where(
      sql`${rateLimitCounts.key} = ${keyOf(limit, subject)} and ${rateLimitCounts.points} > 0 and ${rateLimitCounts.expire} > ${Date.now()}`,
    )
}

export async function refundEach(db: Db, counts: readonly Count[]): Promise<void> {
  for (const [limit, subject] of counts) await refund(db, limit, subject)
}

/** How many are left of a limit in its window of now. */
export async function readRemaining(db: Db, limit: RateLimit, subject: string): Promise<number> {
  const [row] = await db
    .select({ points: rateLimitCounts.points })
    .from(rateLimitCounts)
    .where(
      sql`${rateLimitCounts.key} = ${keyOf(limit, subject)} and ${rateLimitCounts.expire} > ${Date.now()}`,
    )
  return Math.max(0, limit.max - (row?.points ?? 0))
}

function keyOf({ name }: RateLimit, subject: string): string {
  return `${name}:${sha256(subject)}`
}

const limiters = new WeakMap<Db, Map<string, RateLimiterPostgres>>()

/** One for each limit and pool, because it caches the exhausted keys. */
function limiterOf(db: Db, limit: RateLimit): RateLimiterPostgres {
  const ofDb = limiters.get(db) ?? new Map<string, RateLimiterPostgres>()
  limiters.set(db, ofDb)
  const id = `${limit.name} ${limit.max} ${limit.windowSeconds}`
  const known = ofDb.get(id)
  if (known) return known
  const created = new RateLimiterPostgres({
    // The pool behind it: each count is a transaction of its own.
    storeClient: (db as Db & { $client: pg.Pool }).$client,
    storeType: 'pool',
    tableName: getTableName(rateLimitCounts),
    tableCreated: true,
    keyPrefix: limit.name,
    points: limit.max,
    duration: limit.windowSeconds,
    // Housekeeping sweeps the table.
    clearExpiredByTimeout: false,
    ...(limit.isCachedWhenSpent && { inMemoryBlockOnConsumed: limit.max }),
  })
  ofDb.set(id, created)
  return created
}
