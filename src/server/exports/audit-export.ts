import { and, asc, gt, inArray, sql } from 'drizzle-orm'
import { auditActions } from '#contract/audit.ts'
import { actionLabel } from '#contract/audit-words.ts'
import { roleLabels } from '#contract/permissions.ts'
import { type AuditFilter, auditCondition } from '../audit/audit.queries.ts'
import { checkAuditDays } from '../audit/audit.routes.ts'
import { auditEntries } from '../db/tables/audit.ts'
import { ShopError } from '../http/shop-error.ts'
import { type Column, defineExport, type ExportRequest } from './export-kind.ts'
import { countTo, filtersOf } from './filters.ts'
import { timeOf } from './words.ts'

type ExportedEntry = typeof auditEntries.$inferSelect

const columns: Column<ExportedEntry>[] = [
  { key: 'at', word: '時間', cell: ({ at }) => timeOf(at) },
  { key: 'actor', word: '成員', cell: ({ actorName }) => actorName },
  { key: 'role', word: '角色', cell: ({ role }) => roleWord(role) },
  { key: 'action', word: '動作', cell: ({ action }) => actionLabel(action) },
  { key: 'subject', word: '對象', cell: ({ subjectTitle }) => subjectTitle },
  { key: 'subject_id', word: '對象編號', cell: ({ subjectId }) => subjectId ?? '' },
  { key: 'before', word: '變更前', cell: ({ before }) => fieldsOf(before) },
  { key: 'after', word: '變更後', cell: ({ after }) => fieldsOf(after) },
  { key: 'network', word: '來源', cell: ({ network }) => network ?? '' },
]

function roleWord(role: string | null): string {
  return (roleLabels as Record<string, string | undefined>)[role ?? ''] ?? role ?? ''
}

function fieldsOf(fields: Record<string, unknown>): string {
  return Object.keys(fields).length === 0 ? '' : JSON.stringify(fields)
}

function conditionOf(request: ExportRequest) {
  const names = ['from', 'to', 'actor', 'action', 'kind', 'id', 'q', 'run'] as const
  const { action: wanted, ...texts } = filtersOf(request, names)
  const action = auditActions.find((known) => known === wanted)
  if (wanted !== undefined && !action) {
    throw new ShopError('INVALID_INPUT', { message: ['action 格式錯誤'] })
  }
  checkAuditDays(texts)
  const filter: AuditFilter = { ...texts, ...(action && { action }) }
  const ids = request.ids?.map(Number).filter(Number.isSafeInteger)
  return and(auditCondition(filter), ids && inArray(auditEntries.id, ids))
}

/** Rows of the audit page, oldest first. */
export const auditExport = defineExport<ExportedEntry>({
  permission: 'audit.read',
  columns,
  check: (request) => void conditionOf(request),
  count: (db, request, limit) =>
    countTo(db, sql`select from ${auditEntries} where ${conditionOf(request) ?? sql`true`}`, limit),
  async read(db, request, { after, limit }) {
    const isNext = after === undefined ? undefined : gt(auditEntries.id, Number(after))
    const rows = await db
      .select()
      .from(auditEntries)
      .where(and(conditionOf(request), isNext))
      .orderBy(asc(auditEntries.id))
      .limit(limit)
    const last = rows.at(-1)
    return { rows, last: last && rows.length === limit ? String(last.id) : undefined }
  },
})
