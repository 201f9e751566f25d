import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { type DemoKind, demoRows } from './tables/demo.ts'

/** Marks rows as the demo's own, in the transaction that writes them. */
export async function markDemoRows(tx: Db, kind: DemoKind, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const marks = ids.map((id) => ({ kind, id }))
  await tx.insert(demoRows).values(marks).onConflictDoNothing()
}

/** Notes that the demo was loaded here; a row that stands stays as it is. */
export async function noteDemoLoaded(tx: Db): Promise<void> {
  await tx.execute(sql`insert into demo_shop default values on conflict do nothing`)
}

export interface DemoState {
  isLoaded: boolean
  isCleared: boolean
}

export async function readDemoState(db: Db): Promise<DemoState> {
  const { rows } = await db.execute<{ is_cleared: boolean }>(
    sql`select cleared_at is not null as is_cleared from demo_shop`,
  )
  return { isLoaded: rows.length > 0, isCleared: rows[0]?.is_cleared === true }
}
