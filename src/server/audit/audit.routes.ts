import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { Static } from 'typebox'
import * as schema from '#contract/audit.schema.ts'
import { type AuditEntry, auditApi } from '#contract/audit-log.ts'
import type { auditEntries } from '../db/tables/audit.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import type { Mount } from '../http/mount.ts'
import { ShopError } from '../http/shop-error.ts'
import { readRequestedPage } from '../input/requested-page.ts'
import { type AuditFilter, listActors, listAudit } from './audit.queries.ts'

export function auditRoutes(mount: Mount, { db }: { db: NodePgDatabase }): void {
  mount(auditApi.list, schema.list, async ({ query }) => {
    const [{ entries, pagination }, actors] = await Promise.all([
      readRequestedPage(query, (place) => listAudit(db, filterOf(query), place)),
      listActors(db),
    ])
    return {
      entries: entries.map(toEntry),
      actors,
      pagination,
      messages: [],
    }
  })
}

/** Empty values filter nothing; throws for a day that is none. */
function filterOf({ page: _, action, ...texts }: Static<typeof schema.list.query>): AuditFilter {
  checkAuditDays(texts)
  const q = texts.q?.trim()
  return { ...texts, ...(q !== undefined && { q }), ...(action && { action }) }
}

/** Throws INVALID_INPUT for a day that is none. */
export function checkAuditDays(days: { from?: string; to?: string }): void {
  for (const name of ['from', 'to'] as const) {
    const day = days[name]
    const message = '請輸入正確的日期'
    if (day && !isDay(day))
      throw new ShopError('INVALID_INPUT', { message, fields: { [name]: message } })
  }
}

function isDay(text: string): boolean {
  if (!/^[1-9]\d{3}-\d{2}-\d{2}$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

function toEntry(row: typeof auditEntries.$inferSelect): AuditEntry {
  const { actorId, role, subjectId, network, device, requestId, runId } = row
  return {
    id: row.id,
    at: toEpochSeconds(row.at),
    actor: { ...(actorId && { uid: actorId }), name: row.actorName, ...(role && { role }) },
    action: row.action,
    subject: {
      kind: row.subjectKind,
      ...(subjectId && { id: subjectId }),
      title: row.subjectTitle,
    },
    before: row.before,
    after: row.after,
    ...(network && { network }),
    ...(device && { device }),
    ...(requestId && { request_id: requestId }),
    ...(runId && { run: runId }),
  }
}
