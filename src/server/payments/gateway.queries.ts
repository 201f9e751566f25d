import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { gatewayCallbacks, gatewayPace } from '../db/tables/payments.ts'

/** Stores a callback as it came, in a transaction of its own; returns its id. */
export async function storeCallback(
  db: Db,
  callback: { kind: 'notify' | 'number'; body: Buffer; network: string },
): Promise<number> {
  const [row] = await db
    .insert(gatewayCallbacks)
    .values(callback)
    .returning({ id: gatewayCallbacks.id })
  if (!row) throw new Error('an inserted callback came back empty')
  return row.id
}

export async function recordOutcome(
  db: Db,
  id: number,
  outcome: 'applied' | 'refused',
  reason?: string,
): Promise<void> {
  await db.update(gatewayCallbacks).set({ outcome, reason }).where(eq(gatewayCallbacks.id, id))
}

/** The callbacks of the last minute from a network that were not believed. */
export async function countRefusedCallbacks(db: Db, network: string): Promise<number> {
  const [row] = await db
    .select({ refused: count() })
    .from(gatewayCallbacks)
    .where(
      and(
        eq(gatewayCallbacks.network, network),
        eq(gatewayCallbacks.outcome, 'refused'),
        sql`${gatewayCallbacks.receivedAt} > now() - interval '1 minute'`,
      ),
    )
  return row?.refused ?? 0
}

const pauseMinutes = 30

/** Stops all calls of all nodes to a gateway for half an hour. */
export async function pauseGateway(db: Db, provider: string): Promise<void> {
  const pausedUntil = sql`now() + make_interval(mins => ${pauseMinutes})`
  await db
    .insert(gatewayPace)
    .values({ provider, pausedUntil })
    .onConflictDoUpdate({ target: gatewayPace.provider, set: { pausedUntil } })
}

/** For how many seconds no call may be sent to a gateway; 0 when one may. */
export async function readPause(db: Db, provider: string): Promise<number> {
  const [row] = await db
    .select({
      seconds: sql<number>`ceil(extract(epoch from ${gatewayPace.pausedUntil} - now()))::int`,
    })
    .from(gatewayPace)
    .where(and(eq(gatewayPace.provider, provider), sql`${gatewayPace.pausedUntil} > now()`))
  return row?.seconds ?? 0
}

/** All nodes together send one query a second; false when this second has its one. */
export async function takeQuerySlot(db: Db, provider: string): Promise<boolean> {
  const nextQueryAt = sql`now() + interval '1 second'`
  const taken = await db
    .insert(gatewayPace)
    .values({ provider, nextQueryAt })
    .onConflictDoUpdate({
      target: gatewayPace.provider,
      set: { nextQueryAt },
      setWhere: sql`${gatewayPace.nextQueryAt} <= now()`,
    })
    .returning({ provider: gatewayPace.provider })
  return taken.length > 0
}
