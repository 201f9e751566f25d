import { desc, eq, type SQL, sql } from 'drizzle-orm'
import type { DifferenceKind } from '#contract/reconciliation.ts'
import { bookChecks, linesOf } from '../../checks/book-checks.ts'
import type { Db } from '../../db/connect.ts'
import { bookChecks as checkTimes, resolvedDifferences } from '../../db/tables/reconciliation.ts'

/** Something in the books that does not agree, as of now. */
export interface DifferenceRow extends Record<string, unknown> {
  id: string
  kind: DifferenceKind
  orderId: string | null
  orderNumber: string | null
  attemptId: string | null
  productId: string | null
  productTitle: string | null
  tradeNo: string | null
  ours: number | null
  theirs: number | null
  since: Date
  /** The cause of a `ledger` that is open; what was noted of a line that is settled. */
  note: string | null
  resolvedAt?: Date
}

/** Judged now: what a check of the night found, and all of those that cost little. */
async function openLines(db: Db): Promise<SQL> {
  const { rows } = await db.execute<{ kind: string }>(sql`select distinct kind from book_findings`)
  const found = new Set(rows.map(({ kind }) => kind))
  const read = bookChecks.filter(({ id, isLive }) => isLive || found.has(id))
  const lines = read.map((check) => linesOf(check)).join(' union all ')
  return sql`select * from (${sql.raw(lines)}) as line where is_known and not is_settled`
}

const columns = sql`line.id, line.kind, line.order_id as "orderId", o.number as "orderNumber",
  line.attempt_id as "attemptId", line.product_id as "productId", product.title as "productTitle",
  line.trade_no as "tradeNo", line.ours::float8 as ours, line.theirs::float8 as theirs, line.since, line.note`
const withNames = sql`
  left join orders as o on o.id = line.order_id
  left join products as product on product.id = line.product_id`

interface DifferencePage {
  kind?: DifferenceKind | undefined
  limit: number
  offset: number
}

/** One page of what does not agree now, oldest first. */
export async function listDifferences(db: Db, { kind, limit, offset }: DifferencePage) {
  const ofKind = kind ? sql`line.kind = ${kind}` : sql`true`
  const lines = await openLines(db)
  const [{ rows }, total] = await Promise.all([
    db.execute<DifferenceRow>(sql`
      select ${columns} from (${lines}) as line ${withNames}
      where ${ofKind} order by line.since, line.id limit ${limit} offset ${offset}`),
    countDifferences(db, kind),
  ])
  return { rows: rows.map(withDate), total }
}

/** How many lines wait for somebody. */
export async function countDifferences(db: Db, kind?: DifferenceKind): Promise<number> {
  const ofKind = kind ? sql`line.kind = ${kind}` : sql`true`
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (${await openLines(db)}) as line where ${ofKind}`,
  )
  return rows[0]?.total ?? 0
}

export async function findDifference(db: Db, id: string): Promise<DifferenceRow | undefined> {
  const { rows } = await db.execute<DifferenceRow>(sql`
    select ${columns} from (${await openLines(db)}) as line ${withNames} where line.id = ${id}`)
  return rows[0] && withDate(rows[0])
}

function withDate(row: DifferenceRow): DifferenceRow {
  return { ...row, since: new Date(row.since) }
}

/** One page of what was settled, newest first. */
export async function listResolvedDifferences(db: Db, { kind, limit, offset }: DifferencePage) {
  const ofKind = kind ? eq(resolvedDifferences.kind, kind) : undefined
  const ofLine = kind ? sql`line.kind = ${kind}` : sql`true`
  const [{ rows }, total] = await Promise.all([
    db.execute<DifferenceRow>(sql`
      select ${columns}, line.resolved_at as "resolvedAt"
      from resolved_differences as line ${withNames}
      where ${ofLine} order by line.resolved_at desc, line.id limit ${limit} offset ${offset}`),
    db.$count(resolvedDifferences, ofKind),
  ])
  const toRow = (row: DifferenceRow) => ({
    ...withDate(row),
    ...(row.resolvedAt && { resolvedAt: new Date(row.resolvedAt) }),
  })
  return { rows: rows.map(toRow), total }
}

/** False when another call has settled it. */
export async function insertResolved(db: Db, row: DifferenceRow, note: string): Promise<boolean> {
  const { orderNumber: _number, productTitle: _title, ...line } = row
  const inserted = await db
    .insert(resolvedDifferences)
    .values({ ...line, note: row.note ? `${row.note}：${note}` : note })
    .onConflictDoNothing()
    .returning({ id: resolvedDifferences.id })
  return inserted.length > 0
}

export async function readCheckedAt(db: Db): Promise<Date | undefined> {
  const [row] = await db.select().from(checkTimes).orderBy(desc(checkTimes.checkedAt)).limit(1)
  return row?.checkedAt
}
