import { eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { lineEvents } from '../db/tables/line.ts'
import type { WorkedEvent } from './worked-events.ts'

/** The ids of those that were not known: LINE sends an event again until it is answered. */
export async function insertEvents(db: Db, events: readonly WorkedEvent[]): Promise<string[]> {
  const rows = await db
    .insert(lineEvents)
    .values([...events])
    .onConflictDoNothing()
    .returning({ id: lineEvents.id })
  return rows.map(({ id }) => id)
}

export async function findEvent(db: Db, id: string) {
  const [row] = await db.select().from(lineEvents).where(eq(lineEvents.id, id))
  return row
}
