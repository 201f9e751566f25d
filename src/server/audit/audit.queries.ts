import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { AuditAction } from '#contract/audit.ts'
import type { Db } from '../db/connect.ts'
import { auditEntries } from '../db/tables/audit.ts'

export interface AuditFilter {
  /** Days in Taipei, both included. */
  from?: string
  to?: string
  /** An account, or `command` for what no account did. */
  actor?: string
  action?: AuditAction
  kind?: string
  id?: string
  /** A part of what the subject is called, whatever its case and width. */
  q?: string
  run?: string
}

/** How many entries are counted for the pages of a list; what lies behind is reached by a filter. */
const countedEntries = 1_000

const startOf = (day: string) => sql`(${day}::date::timestamp at time zone 'Asia/Taipei')`

/** To normalize takes longer than all the rest: ASCII and ideographs alone need it not. */
const foldedTitle = sql`lower(case when ${auditEntries.subjectTitle} ~ '[^ -~一-鿿]'
  then normalize(${auditEntries.subjectTitle}, NFKC) else ${auditEntries.subjectTitle} end)`

export function auditCondition(filter: AuditFilter): SQL | undefined {
  const { from, to, actor, action, kind, id, q, run } = filter
  const { actorId, subjectKind, subjectId, runId, at } = auditEntries
  return and(
    from ? gte(at, startOf(from)) : undefined,
    to ? lt(at, sql`${startOf(to)} + interval '1 day'`) : undefined,
    actor ? (actor === 'command' ? isNull(actorId) : eq(actorId, actor)) : undefined,
    action ? eq(auditEntries.action, action) : undefined,
    kind ? eq(subjectKind, kind) : undefined,
    id ? eq(subjectId, id) : undefined,
    q ? sql`strpos(${foldedTitle}, lower(normalize(${q}, NFKC))) > 0` : undefined,
    run ? eq(runId, run) : undefined,
  )
}

/** The run that made the last change of a subject, stock and notes apart; null when none did. */
export async function lastAuditRun(
  db: Db,
  subject: { kind: string; id: string },
): Promise<string | null> {
  const [last] = await db
    .select({ runId: auditEntries.runId })
    .from(auditEntries)
    .where(
      and(
        eq(auditEntries.subjectKind, subject.kind),
        eq(auditEntries.subjectId, subject.id),
        sql`${auditEntries.action} not like 'stock.%' and ${auditEntries.action} not like '%note'`,
      ),
    )
    .orderBy(desc(auditEntries.id))
    .limit(1)
  return last?.runId ?? null
}

/** One page of the entries, newest first. */
export async function listAudit(
  db: Db,
  filter: AuditFilter,
  page: { limit: number; offset: number },
) {
  const where = auditCondition(filter)
  const rows = db
    .select()
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.id))
    .limit(page.limit)
    .offset(page.offset)
  const some = db
    .select({ id: auditEntries.id })
    .from(auditEntries)
    .where(where)
    .limit(countedEntries)
    .as('some')
  const counting = db.select({ total: sql<number>`count(*)::int` }).from(some)
  const [entries, [counted]] = await Promise.all([rows, counting])
  return { entries, total: counted?.total ?? 0 }
}

/** The accounts that ever did something, removed ones too: each is one step in the index. */
export async function listActors(db: Db): Promise<{ uid: string; name: string }[]> {
  const { rows } = await db.execute<{ uid: string; name: string }>(sql`
    with recursive actors as (
      select min(actor_id) as uid from audit_entries
      union all
      select (select min(actor_id) from audit_entries where actor_id > actors.uid)
      from actors where actors.uid is not null
    )
    select uid, (select actor_name from audit_entries where actor_id = actors.uid
      order by id desc limit 1) as name
    from actors where uid is not null order by name, uid`)
  return rows
}
