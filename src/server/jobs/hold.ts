import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { outgoingHold } from '../db/tables/outgoing-hold.ts'

/** Since when a restored shop is on hold, and of when its backup is; undefined: it works. */
export async function readHold(db: Db): Promise<{ since: Date; backupAt: Date } | undefined> {
  const [row] = await db.select().from(outgoingHold)
  return row
}

/** False when the shop was not on hold. Its nodes look for it every few seconds. */
export async function releaseHold(tx: Db): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`delete from outgoing_hold`)
  return (rowCount ?? 0) > 0
}
