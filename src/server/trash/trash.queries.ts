import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { TrashKind } from '#contract/trash.ts'
import { areArchived } from '../db/archive.ts'
import type { Db } from '../db/connect.ts'
import { articles } from '../db/tables/articles.ts'
import { products } from '../db/tables/catalog.ts'
import { coupons } from '../db/tables/coupons.ts'
import { infoPages } from '../db/tables/info-pages.ts'
import { orders } from '../db/tables/orders.ts'

interface TrashRow {
  [column: string]: unknown
  id: string
  kind: TrashKind
  title: string
  /** Epoch seconds. */
  deletedAt: number
  deletedBy: string | null
  deletion: string | null
  hasOthers: boolean
}

const titles: Record<TrashKind, PgColumn> = {
  product: products.title,
  coupon: coupons.title,
  order: orders.number,
  article: articles.title,
  page: infoPages.title,
}
const tables = {
  product: products,
  coupon: coupons,
  order: orders,
  article: articles,
  page: infoPages,
}

/** More are not counted: nobody turns so many pages. */
const maxCounted = 1_000

/** One page of what these kinds have archived, the last deletion first. */
export async function listTrash(
  db: Db,
  page: { kinds: readonly TrashKind[]; limit: number; offset: number },
): Promise<{ rows: TrashRow[]; total: number }> {
  const { kinds, limit, offset } = page
  const newest = kinds.map((kind) => newestOf(kind, limit + offset))
  const counts = kinds.map(countOf)
  const [listed, counted] = await Promise.all([
    db.execute<TrashRow>(sql`
      select id, kind, title, floor(extract(epoch from deleted_at))::float8 as "deletedAt",
        deleted_by as "deletedBy", deletion, deletion is not null and exists (${othersOf}) as "hasOthers"
      from (${sql.join(newest, sql` union all `)}) as archived
      order by deleted_at desc, id desc limit ${limit} offset ${offset}`),
    db.execute<{ n: number }>(
      sql`select least(sum(n), ${maxCounted})::int as n from (${sql.join(counts, sql` union all `)}) as counted`,
    ),
  ])
  return { rows: listed.rows, total: counted.rows[0]?.n ?? 0 }
}

function newestOf(kind: TrashKind, limit: number): SQL {
  return sql`(select id, ${kind}::text as kind, ${titles[kind]} as title, deleted_at, deleted_by, deletion
    from ${tables[kind]} where deleted_at is not null
    order by deleted_at desc, id desc limit ${limit})`
}

function countOf(kind: TrashKind): SQL {
  return sql`select count(*) as n from (
    select from ${tables[kind]} where deleted_at is not null limit ${maxCounted}) as archived`
}

/** Only orders are deleted many at once. */
const othersOf = sql`select from ${orders} as other
  where other.deletion = archived.deletion and other.deleted_at is not null and other.id <> archived.id`

/** Those of these entries that are archived. */
export async function listArchived(
  db: Db,
  { kind, ids }: { kind: TrashKind; ids: readonly string[] },
): Promise<{ id: string; title: string }[]> {
  const { rows } = await db.execute<{ id: string; title: string }>(sql`
    select id, ${titles[kind]} as title from ${tables[kind]}
    where id = any(${sql.param([...ids])}::text[]) and deleted_at is not null`)
  return rows
}

/** An entry that one deletion took and that is still archived; only of orders there are others. */
export async function findDeleted(
  db: Db,
  deletion: string,
): Promise<{ kind: TrashKind; id: string } | undefined> {
  const each = Object.entries(tables).map(
    ([kind, table]) => sql`select id, ${kind}::text as kind from ${table}
      where deletion = ${deletion} and deleted_at is not null`,
  )
  const { rows } = await db.execute<{ kind: TrashKind; id: string }>(
    sql`${sql.join(each, sql` union all `)} limit 1`,
  )
  return rows[0]
}

/** How many orders one deletion took that are still archived. */
export function countDeletedOrders(db: Db, deletion: string): Promise<number> {
  return db.$count(orders, areArchived(orders, { deletion }))
}
