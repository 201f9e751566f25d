import { createHash } from 'node:crypto'
import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { gatewayCallbacks } from '../db/tables/payments.ts'

type CallbackKind = 'notify' | 'number'

interface Callback {
  /** As `callbackKind` writes it. */
  kind: string
  body: Buffer
  network: string
}

/** ECPay's callbacks were stored before there were others, by their kind alone. */
const firstGateway = 'ecpay'

/** The stored kind of a callback: of any other provider than the first it begins with its name. */
export function callbackKind(provider: string, kind: CallbackKind): string {
  return provider === firstGateway ? kind : `${provider}.${kind}`
}

function parseCallbackKind(stored: string): { provider: string; kind: CallbackKind | 'state' } {
  const [kind = '', provider = firstGateway] = stored.split('.').reverse()
  return { provider, kind: kind as CallbackKind | 'state' }
}

/**
 * Stores a believed callback as it came, in a transaction of its own; returns its id. One that comes
 * again is counted.
 */
export async function storeCallback(
  db: Db,
  callback: Callback & { digest: string },
): Promise<number> {
  const [row] = await db
    .insert(gatewayCallbacks)
    .values(callback)
    .onConflictDoUpdate({
      target: [gatewayCallbacks.kind, gatewayCallbacks.digest],
      set: { times: sql`${gatewayCallbacks.times} + 1`, lastAt: sql`now()` },
    })
    .returning({ id: gatewayCallbacks.id })
  if (!row) throw new Error('an inserted callback came back empty')
  return row.id
}

export async function markApplied(db: Db, id: number): Promise<void> {
  await db
    .update(gatewayCallbacks)
    .set({ outcome: 'applied' })
    .where(and(eq(gatewayCallbacks.id, id), isNull(gatewayCallbacks.outcome)))
}

/** Enough to see what it is. */
const headBytes = 1_000

/** Keeps the head and the hash of a callback that was not believed: anybody may send one. */
export async function storeRefused(
  db: Db,
  { kind, body, network }: Callback,
  reason: string,
): Promise<void> {
  const head = body.subarray(0, headBytes)
  const bodyHash = createHash('sha256').update(body).digest('hex')
  await db
    .insert(gatewayCallbacks)
    .values({ kind, network, body: head, bodyHash, outcome: 'refused', reason })
}

/** The callbacks of today, in Taipei, that were not believed. */
export async function countRefusedToday(db: Db): Promise<number> {
  const { rows } = await db.execute<{ refused: number }>(sql`
    select count(*)::int as refused from gateway_callbacks
    where outcome = 'refused' and received_at >=
      date_trunc('day', now() at time zone 'Asia/Taipei') at time zone 'Asia/Taipei'`)
  return rows[0]?.refused ?? 0
}

/** One page of callbacks as they came, newest first. */
export async function listCallbacks(
  db: Db,
  page: { outcome?: 'applied' | 'refused' | undefined; limit: number; offset: number },
) {
  const { outcome, limit, offset } = page
  const which = outcome && eq(gatewayCallbacks.outcome, outcome)
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(gatewayCallbacks)
      .where(which)
      .orderBy(desc(gatewayCallbacks.id))
      .limit(limit)
      .offset(offset),
    db.$count(gatewayCallbacks, which),
  ])
  return { rows: rows.map((row) => ({ ...row, ...parseCallbackKind(row.kind) })), total }
}
