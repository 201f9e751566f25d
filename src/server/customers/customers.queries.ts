import {
  and,
  asc,
  count,
  desc,
  eq,
  getTableColumns,
  inArray,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { CustomerFilter, CustomerSortColumn } from '#contract/customers.ts'
import type { Db } from '../db/connect.ts'
import { countListed } from '../db/list-counts.ts'
import { type PageRequest, readListPage } from '../db/list-page.ts'
import { customerNotes, customers, customerTags } from '../db/tables/customers.ts'
import { orders } from '../db/tables/orders.ts'
import { type CustomerParts, customersWhere } from './customer-filter.ts'

/** A filtered list is counted so far. */
const countedAtMost = 1_000

export const customerSortKeys = {
  last_order: customers.lastOrderAt,
  orders: customers.orders,
  spent: customers.spent,
  name: customers.name,
} satisfies Record<CustomerSortColumn, unknown>

const tagsColumn = sql<string[]>`array(select tag from customer_tags
  where customer = ${customers.num} order by tag)`
const { nameKey: _, ...columns } = getTableColumns(customers)
const row = { ...columns, tags: tagsColumn.as('tags') }
export type CustomerRow = Omit<typeof customers.$inferSelect, 'nameKey'> & { tags: string[] }

export interface Place {
  limit: number
  offset: number
}
export interface Listed<Row> {
  rows: Row[]
  total: number
}

/** One page of all customers. */
export function listCustomers(db: Db, page: PageRequest): Promise<Listed<CustomerRow>> {
  const read = (isOnPage: SQL, orderBy: SQL[]) =>
    db
      .select(row)
      .from(customers)
      .where(isOnPage)
      .orderBy(...orderBy)
  const counted = () => countListed(db, 'customers')
  return readListPage(db, { table: customers, where: undefined, count: counted, read }, page)
}

/**
 * One page of those that a filter leaves; `total` is at most one more than is counted. What is rare is
 * found and then sorted, what is frequent by walking the order until the page is full.
 */
export async function listFilteredCustomers(
  db: Db,
  { parts, isFrequent }: CustomerParts,
  page: PageRequest,
): Promise<Listed<CustomerRow>> {
  const { column, isDescending } = page.order
  const direction = isDescending ? desc : asc
  const find = isFrequent ? walkOrder : sortFound
  const { nums, total } = await find(db, parts, page)
  const rows = await db
    .select(row)
    .from(customers)
    .where(inArray(customers.num, nums))
    .orderBy(direction(column), direction(customers.num))
  return { rows, total }
}

type FindNumbers = (
  db: Db,
  parts: readonly SQL[],
  page: PageRequest,
) => Promise<{ nums: number[]; total: number }>

/** All that is found, once, and of it a page and up to how many are counted. */
const sortFound: FindNumbers = async (db, parts, { order, limit, offset }) => {
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const found = parts.map(
    (part) => sql`(select num, ${order.column} as key from ${customers} where ${part})`,
  )
  const { rows } = await db.execute<{ total: number; nums: string[] }>(sql`
    with found as materialized (${sql.join(found, sql` union all `)})
    select array(select num from found order by key ${direction}, num ${direction}
        limit ${limit} offset ${offset}) as nums,
      (select count(*)::int from (select from found limit ${countedAtMost + 1}) as first) as total`)
  const [page] = rows
  return { nums: page?.nums.map(Number) ?? [], total: page?.total ?? 0 }
}

const walkOrder: FindNumbers = async (db, parts, { order, limit, offset }) => {
  const direction = order.isDescending ? desc : asc
  const hits = await db
    .select({ num: customers.num })
    .from(customers)
    .where(or(...parts))
    .limit(countedAtMost + 1)
  const isFew = hits.length <= countedAtMost
  if (isFew && hits.length <= offset) return { nums: [], total: hits.length }
  const found = hits.map(({ num }) => num)
  const onPage = await db
    .select({ num: customers.num })
    .from(customers)
    .where(isFew ? inArray(customers.num, found) : or(...parts))
    .orderBy(direction(order.column), direction(customers.num))
    .limit(limit)
    .offset(offset)
  return { nums: onPage.map(({ num }) => num), total: hits.length }
}

export async function findCustomer(db: Db, num: number): Promise<CustomerRow | undefined> {
  const [found] = await db.select(row).from(customers).where(eq(customers.num, num))
  return found
}

/** Locked until the end of the transaction. */
export async function lockCustomer(db: Db, num: number) {
  const [found] = await db.select().from(customers).where(eq(customers.num, num)).for('update')
  return found
}

/** Others with the address of this one's last order, or of its account. */
export function listPossiblySame(db: Db, { num, key, emailKey }: CustomerRow) {
  return db
    .select({ num: customers.num, key: customers.key, name: customers.name })
    .from(customers)
    .where(
      and(
        ne(customers.num, num),
        sql`(${customers.emailKey} collate "C" = ${emailKey}
          or ${customers.emailKey} collate "C" = (
            select fold_email(email) from members where 'm:' || uid = ${key})
          or ${customers.key} = (
            select 'm:' || uid from members where email = ${emailKey} limit 1))`,
      ),
    )
    .orderBy(desc(customers.lastOrderAt))
    .limit(20)
}

export async function readLastAddress(db: Db, num: number): Promise<string> {
  const [found] = await db
    .select({ address: orders.userAddress })
    .from(orders)
    .where(
      sql`${orders.id} = (select order_id from customer_orders
        where customer = ${num} order by order_id desc limit 1)`,
    )
  return found?.address ?? ''
}

export async function listTags(db: Db, customer: number): Promise<string[]> {
  const rows = await db
    .select({ tag: customerTags.tag })
    .from(customerTags)
    .where(eq(customerTags.customer, customer))
    .orderBy(customerTags.tag)
  return rows.map(({ tag }) => tag)
}

export async function replaceTags(db: Db, customer: number, tags: readonly string[]) {
  await db.delete(customerTags).where(eq(customerTags.customer, customer))
  if (tags.length > 0) {
    await db.insert(customerTags).values(tags.map((tag) => ({ customer, tag })))
  }
}

/** Tags in use, each found by one step of the index; those with `part` in them. */
export async function listTagsInUse(db: Db, part: string): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string }>(sql`
    with recursive used as (
      (select tag from customer_tags order by tag limit 1)
      union all
      select (select next.tag from customer_tags as next where next.tag > used.tag
        order by next.tag limit 1) from used where used.tag is not null
    )
    select tag from used where tag is not null and position(lower(${part}) in lower(tag)) > 0
    order by tag limit 50`)
  return rows.map(({ tag }) => tag)
}

export async function listNotes(db: Db, customer: number, { limit, offset }: Place) {
  const where = eq(customerNotes.customer, customer)
  const [rows, [counted]] = await Promise.all([
    db
      .select()
      .from(customerNotes)
      .where(where)
      .orderBy(desc(customerNotes.id))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(customerNotes).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export async function insertNote(db: Db, note: typeof customerNotes.$inferInsert) {
  const [inserted] = await db.insert(customerNotes).values(note).returning()
  if (!inserted) throw new Error('an inserted note came back empty')
  return inserted
}

export async function deleteNote(db: Db, customer: number, id: string): Promise<boolean> {
  const deleted = await db
    .delete(customerNotes)
    .where(and(eq(customerNotes.customer, customer), eq(customerNotes.id, id)))
    .returning({ id: customerNotes.id })
  return deleted.length > 0
}

/** The numbers of the customers that a list with this filter has, in their order. */
export async function listCustomerNumbers(
  db: Db,
  filter: CustomerFilter,
  limit: number,
): Promise<string[]> {
  const rows = await db
    .select({ num: customers.num })
    .from(customers)
    .where(customersWhere(filter))
    .orderBy(customers.num)
    .limit(limit)
  return rows.map(({ num }) => String(num))
}

/** The tags of these customers, by their number; one that is not there has no entry. */
export async function readTagsOf(
  db: Db,
  numbers: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const rows = await db
    .select({ num: customers.num, tags: tagsColumn.as('tags') })
    .from(customers)
    .where(inArray(customers.num, [...numbers]))
  return new Map(rows.map(({ num, tags }) => [num, tags]))
}
