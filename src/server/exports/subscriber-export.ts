import { and, asc, gt, sql } from 'drizzle-orm'
import { newsletterSubscribers as subscribers } from '../db/tables/newsletter.ts'
import { isConfirmed } from '../newsletter/newsletter.queries.ts'
import { type Column, defineExport, type ExportRequest, lastOf } from './export-kind.ts'
import { amongIds, countTo, filtersOf } from './filters.ts'
import { timeOf } from './words.ts'

type Subscriber = typeof subscribers.$inferSelect

const columns: Column<Subscriber>[] = [
  { key: 'email', word: '電子信箱', isPersonal: true, cell: ({ email }) => email },
  { key: 'requested', word: '訂閱時間', cell: ({ requestedAt }) => timeOf(requestedAt) },
  {
    key: 'confirmed',
    word: '確認時間',
    cell: ({ confirmedAt }) => (confirmedAt ? timeOf(confirmedAt) : ''),
  },
  { key: 'consent', word: '同意內容', cell: ({ consent }) => consent },
]

function conditionOf(request: ExportRequest) {
  filtersOf(request, [])
  return and(isConfirmed, amongIds(subscribers.id, request.ids))
}

/** Only addresses that were confirmed: the shop may write to no other. */
export const subscriberExport = defineExport<Subscriber>({
  permission: 'customer.read',
  columns,
  check: (request) => void conditionOf(request),
  count: (db, request, limit) =>
    countTo(db, sql`select from ${subscribers} where ${conditionOf(request)}`, limit),
  async read(db, request, { after, limit }) {
    const isNext = after === undefined ? undefined : gt(subscribers.id, after)
    const rows = await db
      .select()
      .from(subscribers)
      .where(and(conditionOf(request), isNext))
      .orderBy(asc(subscribers.id))
      .limit(limit)
    return { rows, last: lastOf(rows, limit) }
  },
})
