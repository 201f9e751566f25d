import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { gatewayPace } from '../db/tables/payments.ts'

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

/** All nodes together send one query in so long; false when another has this turn. */
export async function takeQuerySlot(
  db: Db,
  provider: string,
  intervalMs = 1_000,
): Promise<boolean> {
  const nextQueryAt = sql`now() + ${intervalMs} * interval '1 millisecond'`
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
