import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { preparedText } from '../db/prepared.ts'
import { type Contact, termsOfContact, writeTermsOf } from './customer-terms.ts'

/**
 * A row is locked only if the contact differs, so that orders of one customer do not wait for each
 * other. Not by "on conflict" alone: a number is used for a customer, not for an order.
 */
const refreshed = preparedText<Contact>(
  'customers_refresh',
  `with last as (
    select key, latest.*, case when (name, email, tel) = ($2, $3, $4) then $5::tsvector end as terms
    from unnest($1::text[]) as asked (key) cross join lateral (
      select contact_name as name, user_email as email, user_tel as tel
      from orders where customer_key = key order by id desc limit 1) as latest
  ), changed as (
    update customers set name = last.name, email = last.email, tel = last.tel,
      search_terms = last.terms
    from last
    where customers.key = last.key
      and (customers.name, customers.email, customers.tel)
        is distinct from (last.name, last.email, last.tel)
    returning num, customers.name, customers.email, customers.tel, customers.search_terms
  ), gone as (
    delete from customers where key = any($1)
      and not exists (select from orders where customer_key = customers.key)
  ), added as (
    insert into customers (key, name, email, tel, search_terms)
    select key, name, email, tel, terms from last
    where not exists (select from customers where customers.key = last.key)
    on conflict (key) do nothing
    returning num, name, email, tel, search_terms
  )
  select num, name, email, tel from (select * from changed union all select * from added) as written
  where search_terms is null`,
)

/**
 * Gives customers the contact of their last order. One without orders is gone, with notes and tags.
 * `known`: the contact of that order, whose terms are written with it.
 */
export async function refreshCustomers(
  db: Db,
  keys: readonly string[],
  known?: Pick<Contact, 'name' | 'email' | 'tel'>,
): Promise<void> {
  const { name, email, tel } = known ?? {}
  const terms = known && termsOfContact(known)
  const rows = await refreshed(db, [keys, name, email, tel, terms])
  if (rows.length > 0) await writeTermsOf(db, rows)
}

/**
 * A guest whose address was corrected in all orders is the same customer, with number, notes and tags,
 * unless the new address is another customer's, who gets notes and tags.
 */
export async function followAddress(db: Db, former: string, key: string): Promise<void> {
  const isEmptied = sql`not exists (select from orders where customer_key = ${former})`
  await db.execute(sql`
    update customers set key = ${key} where key = ${former} and ${isEmptied}
      and not exists (select from customers where key = ${key})`)
  const pair = sql`customers as emptied join customers as next on next.key = ${key}
    where emptied.key = ${former} and ${isEmptied}`
  await db.execute(sql`
    insert into customer_tags (customer, tag)
    select next, tag from (select emptied.num as former, next.num as next from ${pair}) as moved
    join customer_tags on customer = former on conflict do nothing`)
  await db.execute(sql`
    update customer_notes set customer = next
    from (select emptied.num as former, next.num as next from ${pair}) as moved
    where customer = former`)
}
