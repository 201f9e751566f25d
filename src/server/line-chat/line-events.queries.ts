import { eq, sql } from 'drizzle-orm'
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

/** A yes that got no answer for so long is asked for again: the person may have said no since. */
const yesMinutes = 2

/** Whether an event is a yes to messages that comes late, or after a no: it is none then. */
export async function isOverruled(
  db: Db,
  { command, subject, at }: Pick<typeof lineEvents.$inferSelect, 'command' | 'subject' | 'at'>,
): Promise<boolean> {
  if (command !== 'notify_on') return false
  const since = at.toISOString()
  const { rows } = await db.execute<{ is: boolean }>(sql`
    select ${since}::timestamptz < now() - make_interval(mins => ${yesMinutes})
      or exists (select from line_events where subject = ${subject} and command = 'notify_off'
        and at > ${since}::timestamptz) as is`)
  return rows[0]?.is ?? false
}
