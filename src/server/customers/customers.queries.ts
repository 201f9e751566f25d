import { and, count, desc, eq, getTableColumns, inArray, ne, type SQL, sql } from 'drizzle-orm'
import type { CustomerFilter } from '#contract/customers.ts'
import type { Db } from '../db/connect.ts'
import type { PageRequest } from '../db/list-page.ts'
import { customerNotes, customers, customerTags } from '../db/tables/customers.ts'
import { orders } from '../db/tables/orders.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { foundCustomers, signedAmount } from './customer-filter.ts'

const ofCustomer = sql`from orders where customer_key = "customers".key`

/** A whole row, without what it is found by. */
const { searchTerms: _, ...customerColumns } = getTableColumns(customers)

/** A customer with what the orders and the books say. */
export const customerRow = {
  ...customerColumns,
  /** Orders that are not cancelled. */
  orders: sql`(select count(*) filter (where state <> 'cancelled') ${ofCustomer})`.mapWith(Number),
  /** Captured less refunded, in whole NT$. */
  spent: sql`(select coalesce(sum(${signedAmount}), 0) from book_entries
    where order_id in (select id ${ofCustomer}))`.mapWith(Number),
  firstOrderAt: sql`(select min(created_at) ${ofCustomer})`.mapWith(orders.createdAt),
  lastOrderAt: sql`(select max(created_at) ${ofCustomer})`.mapWith(orders.createdAt),
  tags: sql<string[]>`array(select tag from customer_tags
    where customer = ${customers.num} order by tag)`,
}
export type CustomerRow = Omit<typeof customers.$inferSelect, 'searchTerms'> & {
  orders: number
  spent: number
  firstOrderAt: Date
  lastOrderAt: Date
  tags: string[]
}

export interface Place {
  limit: number
  offset: number
}
export interface Listed<Row> {
  rows: Row[]
  total: number
}

/** One page of the customers that a filter leaves, and how many there are. */
export async function listCustomers(
  db: Transaction,
  filter: CustomerFilter,
  { order, limit, offset }: Pick<PageRequest, 'order' | 'limit' | 'offset'>,
): Promise<Listed<CustomerRow>> {
  const direction = order.isDescending ? sql`desc` : sql`asc`
  const { rows } = await transaction(db, async (tx) => {
    // All orders are added up: with what a statement has otherwise that takes a third more time.
    const widened = tx.execute(sql`set local work_mem = '32MB'`)
    const listed = tx.execute<{ total: number; nums: string[] }>(sql`
      with found as materialized (
        select ${customers.num} as num, ${order.column} as key
        ${foundCustomers(filter)})
      select array(select num from found order by key ${direction}, num ${direction}
          limit ${limit} offset ${offset}) as nums,
        (select count(*)::int from found) as total`)
    await widened
    return listed
  })
  const { nums, total } = rows[0] ?? { nums: [], total: 0 }
  const place = new Map(nums.map((num, index) => [Number(num), index]))
  const onPage = await db
    .select(customerRow)
    .from(customers)
    .where(inArray(customers.num, [...place.keys()]))
  return { rows: onPage.toSorted((a, b) => placeOf(place, a) - placeOf(place, b)), total }
}

const placeOf = (place: ReadonlyMap<number, number>, { num }: CustomerRow) => place.get(num) ?? 0

export async function findCustomer(db: Db, num: number): Promise<CustomerRow | undefined> {
  const [found] = await db.select(customerRow).from(customers).where(eq(customers.num, num))
  return found
}

/** Locked until the end of the transaction. */
export async function lockCustomer(db: Db, num: number) {
  const locked = db.select(customerColumns).from(customers).where(eq(customers.num, num))
  const [found] = await locked.for('update')
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
        sql`(${customers.emailKey} collate "C" = nullif(${emailKey}, '')
          or ${customers.emailKey} collate "C" = (
            select fold_email(email) from members where 'm:' || uid = ${key})
          or ${customers.key} = (
            select 'm:' || uid from members where email = ${emailKey} limit 1))`,
      ),
    )
    .orderBy(desc(customerRow.lastOrderAt))
    .limit(20)
}

export async function readLastAddress(db: Db, key: string): Promise<string> {
  const [found] = await db
    .select({ address: orders.userAddress })
    .from(orders)
    .where(eq(orders.customerKey, key))
    .orderBy(desc(orders.id))
    .limit(1)
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
  { limit, isMeant }: { limit: number; isMeant?: SQL | undefined },
): Promise<string[]> {
  const { rows } = await db.execute<{ num: string }>(sql`
    select ${customers.num} as num ${foundCustomers(filter, isMeant)}
    order by ${customers.num} limit ${limit}`)
  return rows.map(({ num }) => num)
}

/** The tags of these customers, by their number; one that is not there has no entry. */
export async function readTagsOf(
  db: Db,
  numbers: readonly number[],
): Promise<Map<number, readonly string[]>> {
  const rows = await db
    .select({ num: customers.num, tags: customerRow.tags })
    .from(customers)
    .where(inArray(customers.num, [...numbers]))
  return new Map(rows.map(({ num, tags }) => [num, tags]))
}
