import { eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { lineEvents } from '../db/tables/line.ts'
import { plusOnePrefix } from './plus-one-reply.ts'
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

/** The words of a chat of several people are kept until they are answered. */
export async function forgetWords(db: Db, id: string): Promise<void> {
  await db.update(lineEvents).set({ command: plusOnePrefix }).where(eq(lineEvents.id, id))
}

export async function findEvent(db: Db, id: string) {
  const [row] = await db.select().from(lineEvents).where(eq(lineEvents.id, id))
  return row
}
