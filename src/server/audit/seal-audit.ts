import { createHash } from 'node:crypto'
import { asc, desc, gt, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Db } from '../db/connect.ts'
import { auditSeals } from '../db/tables/audit.ts'
import { transaction } from '../db/transaction.ts'
import { recordAudit } from './audit.ts'

// Any constant that no other lock of the shop has.
const sealLock = 7_316_002

type Seal = typeof auditSeals.$inferSelect

/** The hash of entries of one range, and of the seal before. */
async function hashEntries(
  db: Db,
  { firstId, lastId, before }: { firstId: number; lastId: number; before: string },
): Promise<{ hash: string; entries: number; firstAt: Date | null }> {
  // As one text of fixed form, whatever time zone the session has and columns are added.
  const { rows } = await db.execute<{ line: string; at: string }>(
    sql`select jsonb_build_array(id, extract(epoch from at), actor_id, actor_name, role, action,
        subject_kind, subject_id, subject_title, before, after, request_id, network, device,
        run_id)::text as line, at::text as at
      from audit_entries where id between ${firstId} and ${lastId} order by id`,
  )
  const hash = createHash('sha256').update(before)
  for (const { line } of rows) hash.update('\n').update(line)
  const times = rows.map(({ at }) => new Date(at).getTime())
  return {
    hash: hash.digest('hex'),
    entries: rows.length,
    firstAt: rows.length > 0 ? new Date(Math.min(...times)) : null,
  }
}

async function lastSeal(db: Db): Promise<Seal | undefined> {
  const [seal] = await db.select().from(auditSeals).orderBy(desc(auditSeals.id)).limit(1)
  return seal
}

/**
 * Seals the entries since the last seal. An entry younger than a minute waits for the next seal, and
 * so does every one behind it: a transaction that is under way may hold a smaller id.
 */
export function sealAudit(db: NodePgDatabase): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sealLock})`)
    const last = await lastSeal(tx)
    const firstId = (last?.lastId ?? 0) + 1
    const { rows } = await tx.execute<{ last_id: string | null }>(
      sql`select coalesce(
          (select min(id) - 1 from audit_entries
            where id >= ${firstId} and at > now() - interval '1 minute'),
          (select max(id) from audit_entries where id >= ${firstId})) as last_id`,
    )
    const lastId = Number(rows[0]?.last_id ?? 0)
    if (lastId < firstId) return
    const before = last?.hash ?? ''
    const { hash, entries, firstAt } = await hashEntries(tx, { firstId, lastId, before })
    if (firstAt === null) return
    await tx.insert(auditSeals).values({ firstId, lastId, entries, firstAt, hash })
  })
}

/** What one seal says that does not hold any more. */
export interface BrokenSeal {
  firstId: number
  lastId: number
  at: Date
}

const pageOfSeals = 500

/** The seals that their entries, or the seal before, do not match; those past retention are skipped. */
export async function findBrokenSeals(db: Db): Promise<BrokenSeal[]> {
  const { rows } = await db.execute<{ start: string }>(
    sql`select audit_retention_start()::text as start`,
  )
  const retentionStart = new Date(rows[0]?.start ?? 0)
  const broken: BrokenSeal[] = []
  let before = ''
  let lastId = 0
  for (let after = 0; ; ) {
    const seals = await db
      .select()
      .from(auditSeals)
      .where(gt(auditSeals.id, after))
      .orderBy(asc(auditSeals.id))
      .limit(pageOfSeals)
    for (const seal of seals) {
      const isGone = seal.firstAt < retentionStart
      const found = isGone ? undefined : await hashEntries(db, { ...seal, before })
      const isWhole = seal.firstId === lastId + 1 || lastId === 0
      if (!isWhole || (found && found.hash !== seal.hash)) broken.push(seal)
      before = seal.hash
      lastId = seal.lastId
      after = seal.id
    }
    if (seals.length < pageOfSeals) return broken
  }
}

/** Deletes the entries of the months that are five years old, and says so in an entry. */
export function expireAudit(db: NodePgDatabase): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${sealLock})`)
    const { rowCount } = await tx.execute(
      sql`delete from audit_entries where at < audit_retention_start()`,
    )
    if (!rowCount) return
    const subject = { kind: 'audit', title: '操作紀錄' }
    const actor = { kind: 'command', name: '系統' } as const
    await recordAudit(tx, actor, { action: 'audit.expire', subject, after: { entries: rowCount } })
  })
}
