import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { desc, sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { advisoryLocks } from '../db/advisory-locks.ts'
import type { Db } from '../db/connect.ts'
import { deleteInSteps } from '../db/delete-in-steps.ts'
import { auditSeals } from '../db/tables/audit.ts'
import { transaction } from '../db/transaction.ts'
import { recordAudit } from './audit.ts'

type Seal = typeof auditSeals.$inferSelect

/** An entry as one text of fixed form, whatever time zone the session has and columns are added. */
const lineOfEntry = `jsonb_build_array(id, extract(epoch from at), actor_id, actor_name, role, action,
  subject_kind, subject_id, subject_title, before, after, request_id, network, device,
  run_id)::text`

/** The hash of entries of one range, and of the seal before. */
async function hashEntries(
  db: Db,
  { firstId, lastId, before }: { firstId: number; lastId: number; before: string },
): Promise<{ hash: string; entries: number; firstAt: Date | null }> {
  const { rows } = await db.execute<{ line: string; at: string }>(
    sql`select ${sql.raw(lineOfEntry)} as line, at::text as at
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

/** Entries of one seal: they are read into memory. */
const sealedAtOnce = 20_000

/** Which entries a new seal has. */
export interface SealedRange {
  firstId: number
  lastId: number
}

export type OnSeal = (tx: Db, range: SealedRange) => Promise<void>

/**
 * Seals the entries since the last seal, by several seals if they are many. `onSeal` is called in the
 * transaction of each.
 */
export async function sealAudit(
  db: NodePgDatabase,
  { limit = sealedAtOnce, onSeal }: { limit?: number; onSeal?: OnSeal | undefined } = {},
): Promise<void> {
  const lastId = await findSettledId(db)
  while (await sealNext(db, { lastId, limit, onSeal }));
}

const asks = 50
const askAgainMs = 100

/**
 * The last id before which no entry can appear any more; 0 when that is not known yet. A transaction
 * that is under way may hold a smaller id, and it holds a lock of the table from before it took it.
 */
async function findSettledId(db: Db): Promise<number> {
  const { rows } = await db.execute<{ last_id: string | null }>(
    sql`select max(id) as last_id from audit_entries`,
  )
  let writers = await listWriters(db)
  for (let left = asks; left > 0 && writers.length > 0; left--) {
    await delay(askAgainMs)
    const now = new Set(await listWriters(db))
    writers = writers.filter((writer) => now.has(writer))
  }
  return writers.length > 0 ? 0 : Number(rows[0]?.last_id ?? 0)
}

async function listWriters(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ writer: string }>(
    sql`select virtualtransaction as writer from pg_locks
      where relation = 'audit_entries'::regclass and mode = 'RowExclusiveLock'
        and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows.map(({ writer }) => writer)
}

/** False when no entry is left to seal. */
function sealNext(
  db: NodePgDatabase,
  of: {
    lastId: number
    limit: number
    onSeal: OnSeal | undefined
  },
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.auditSeal})`)
    const last = await lastSeal(tx)
    const firstId = (last?.lastId ?? 0) + 1
    const { rows } = await tx.execute<{ last_id: string | null }>(
      sql`select max(id) as last_id from (
        select id from audit_entries where id between ${firstId} and ${of.lastId}
        order by id limit ${of.limit}) as next`,
    )
    const lastId = Number(rows[0]?.last_id ?? 0)
    if (lastId < firstId) return false
    const before = last?.hash ?? ''
    const { hash, entries, firstAt } = await hashEntries(tx, { firstId, lastId, before })
    if (firstAt === null) return false
    await tx.insert(auditSeals).values({ firstId, lastId, entries, firstAt, hash })
    await of.onSeal?.(tx, { firstId, lastId })
    return true
  })
}

/** A seal that no longer holds. */
export interface BrokenSeal {
  firstId: number
  lastId: number
  at: Date
}

/**
 * The seals that their entries, or the seal before, do not match, as a statement that a connection of
 * any kind can run; of those past retention the entries are gone.
 */
export const brokenSeals = `
  select seal.first_id::float8 as "firstId", seal.last_id::float8 as "lastId", seal.at
  from (
    select *, lag(hash) over chain as before, lag(last_id) over chain as before_id
    from audit_seals window chain as (order by id)
  ) as seal
  left join lateral (
    select encode(sha256(convert_to(concat(seal.before, string_agg(E'\\n' || line, '' order by id)),
      'UTF8')), 'hex') as hash
    from (select id, ${lineOfEntry} as line
      from audit_entries where id between seal.first_id and seal.last_id) as entry
  ) as found on seal.first_at >= audit_retention_start()
  where seal.first_id <> seal.before_id + 1 or found.hash <> seal.hash
  order by seal.id`

export async function findBrokenSeals(db: Db): Promise<BrokenSeal[]> {
  const { rows } = await db.execute<BrokenSeal & Record<string, unknown>>(sql.raw(brokenSeals))
  return rows.map(({ firstId, lastId, at }) => ({ firstId, lastId, at: new Date(at) }))
}

/** Deletes the entries of the months that are five years old, and says so in an entry. */
export function expireAudit(db: NodePgDatabase): Promise<void> {
  return transaction(db, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${advisoryLocks.auditSeal})`)
    const entries = await deleteInSteps(tx, 'audit_entries', sql`at < audit_retention_start()`)
    if (entries === 0) return
    const subject = { kind: 'audit', title: '操作紀錄' }
    const actor = { kind: 'command', name: '系統' } as const
    await recordAudit(tx, actor, { action: 'audit.expire', subject, after: { entries } })
  })
}
