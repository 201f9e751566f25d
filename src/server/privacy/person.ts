import { eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { members } from '../db/tables/members.ts'
import { orders } from '../db/tables/orders.ts'
import { normalizeEmail } from '../input/email-address.ts'
import { emailKey } from '../members/email-address.ts'

/** A customer: a member, or a guest who has ordered. */
export interface Person {
  /** As in `orders`. */
  owner: string
  /** Null: a guest. */
  uid: string | null
  /** Of the account and of the orders. */
  emails: string[]
}

/** By the e-mail address of an account, or by the number or id of an order. */
export async function findPerson(db: Db, named: string): Promise<Person | undefined> {
  const email = normalizeEmail(named)
  const [member] = email
    ? await db
        .select()
        .from(members)
        .where(eq(members.emailKey, emailKey(email)))
    : []
  if (member) return readPerson(db, `m:${member.uid}`, member.email)
  const [order] = await db
    .select({ owner: orders.owner })
    .from(orders)
    .where(sql`${orders.number} = ${named} or ${orders.id} = ${named}`)
  // An order that the back office made belongs to no customer, so it is a person of its own.
  if (!order || order.owner.startsWith('a:')) return undefined
  return readPerson(db, order.owner)
}

async function readPerson(db: Db, owner: string, email?: string): Promise<Person> {
  const ofOrders = await db
    .selectDistinct({ email: orders.userEmail })
    .from(orders)
    .where(eq(orders.owner, owner))
  const uid = owner.startsWith('m:') ? owner.slice(2) : null
  const [member] = uid ? await db.select().from(members).where(eq(members.uid, uid)) : []
  const all = [email, member?.email, ...ofOrders.map((row) => row.email)]
  return { owner, uid, emails: [...new Set(all.filter((text) => text !== undefined))] }
}

export function ordersOf({ owner }: Person): SQL {
  return sql`(select id from orders where owner = ${owner})`
}
