import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/tables/customers.ts'
import { members } from '../db/tables/members.ts'
import { orders } from '../db/tables/orders.ts'
import { sharedGuest } from '../http/caller.ts'
import { normalizeEmail } from '../input/email-address.ts'
import { emailKey } from '../members/email-address.ts'
import { customerKey } from '../orders/customer-key.ts'

/** Whose data they are: a member, or the guests with one e-mail address who have ordered. */
export interface Person {
  /** As in `customers`. */
  key: string
  /** Null: a member who has not ordered. */
  customer: number | null
  /** Null: guests. */
  uid: string | null
  /** Of carts and orders. */
  owners: string[]
  /**
   * Keys of rows without an order. Anybody may type any address into an order or a sign-up: of a
   * member the verified one alone, of guests those of their orders that no account has.
   */
  emails: string[]
}

/**
 * By an e-mail address the account that has it and the guests who ordered with it: the right to the
 * data is that of this address, so another one of the same mailbox is another person. Or by a key,
 * the number or id of an order, or a customer number.
 */
export async function findPersons(tx: Db, named: string): Promise<Person[]> {
  const keys = await listKeys(tx, named)
  return Promise.all(keys.map((key) => readPerson(tx, key)))
}

async function listKeys(tx: Db, named: string): Promise<string[]> {
  const email = normalizeEmail(named)
  const account = email === undefined ? null : emailKey(email)
  const uid = named.startsWith('m:') ? named.slice(2) : null
  const num = /^[1-9][0-9]{0,14}$/.test(named) ? named : null
  const { rows } = await tx.execute<{ key: string }>(sql`
    select key from (
      select 'm:' || uid as key from members where email_key = ${account} or uid = ${uid}
      union select key from customers
        where key in (${named}, ${customerKey('', named)}) or num = ${num}
      union select customer_key from orders
        where number = ${named} or id = ${named}) as named
    where key is not null order by key desc`)
  return rows.map(({ key }) => key)
}

/** A customer as a person. */
export async function findCustomerPerson(tx: Db, num: number): Promise<Person | undefined> {
  const [customer] = await tx.select().from(customers).where(eq(customers.num, num))
  return customer && readPerson(tx, customer.key)
}

/** By the key of a customer or of a member who has not ordered. */
export function findPersonByKey(tx: Db, key: string): Promise<Person> {
  return readPerson(tx, key)
}

/** The member of an account. */
export function findMemberPerson(tx: Db, uid: string): Promise<Person> {
  return readPerson(tx, `m:${uid}`)
}

async function readPerson(tx: Db, key: string): Promise<Person> {
  const uid = key.startsWith('m:') ? key.slice(2) : null
  const [customer] = await tx.select().from(customers).where(eq(customers.key, key))
  const person = { key, customer: customer?.num ?? null, uid, owners: [], emails: [] }
  const ofOrders = await tx
    .selectDistinct({ owner: orders.owner, email: orders.userEmail })
    .from(orders)
    .where(sql`id in ${ordersOf(person)}`)
  const [member] = uid ? await tx.select().from(members).where(eq(members.uid, uid)) : []
  const owners = uid ? [key] : ofOrders.map(({ owner }) => owner)
  const verified = member?.emailVerified && member.email !== null ? [member.email] : []
  // An order keeps an address as it was typed, other rows have it in small letters.
  const typed = ofOrders.flatMap(({ email }) =>
    email.trim() === '' ? [] : [email, email.trim().toLowerCase()],
  )
  return {
    ...person,
    // Orders by the staff for guests belong to them, and the staff's account does not; nor does the
    // cart that all guests share.
    owners: [...new Set(owners)].filter(
      (owner) => !owner.startsWith('a:') && owner !== sharedGuest,
    ),
    emails: uid ? verified : await withoutAccounts(tx, typed),
  }
}

/** Of these addresses those that are neither a member's nor an administrator's. */
async function withoutAccounts(tx: Db, emails: string[]): Promise<string[]> {
  const keys = emails.map((email) => emailKey(email.trim().toLowerCase()))
  const { rows } = await tx.execute<{ email: string }>(
    sql`select distinct email
      from unnest(${sql.param(emails)}::text[], ${sql.param(keys)}::text[]) as typed (email, key)
      where not exists (select from members where email_key = key)
        and not exists (select from administrators where lower(username) = lower(btrim(email)))`,
  )
  return rows.map(({ email }) => email)
}

/** A member's orders are those of the account; guests' are found by the key of their customer. */
export function ordersOf({ key, uid }: Pick<Person, 'key' | 'uid'>): SQL {
  if (uid !== null) return sql`(select id from orders where owner = ${key})`
  return sql`(select id from orders where customer_key = ${key})`
}
