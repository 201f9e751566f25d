import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { mailboxOf, normalizeEmail } from '../input/email-address.ts'
import { ordersOf, type Person } from './person.ts'

/** How many orders of a person something proves to be theirs: anybody may type any address into one. */
export interface Proof {
  orders: number
  paid: number
  /** A mail of the order was sent to its address; mails are kept for 30 days. */
  mailed: number
  byStaff: number
  /** Numbers of the orders with none of these. */
  unproved: string[]
}

export async function readProof(db: Db, person: Person): Promise<Proof> {
  const { rows } = await db.execute<Proof & Record<string, unknown>>(sql`
    select count(*)::int as orders, count(*) filter (where paid)::int as paid,
      count(*) filter (where mailed)::int as mailed,
      count(*) filter (where by_staff)::int as "byStaff",
      coalesce(array_agg(number order by id) filter (where not (paid or mailed or by_staff)), '{}')
        as unproved
    from (
      select id, number, owner like 'a:%' as by_staff,
        total > 0 and coalesce(paid_at, refunded_at) is not null as paid,
        exists (select from mail_outbox where order_id = orders.id and sent_at is not null
          and lower(recipient) = lower(user_email)) as mailed
      from orders where id in ${ordersOf(person)}) as proved`)
  return rows[0] ?? { orders: 0, paid: 0, mailed: 0, byStaff: 0, unproved: [] }
}

/** Whether an account and guests with its address may be two people: nobody has verified it. */
export function areDoubtful(persons: readonly Person[]): boolean {
  return persons.length > 1 && persons.some(({ uid, emails }) => uid !== null && !emails[0])
}

/** For the operator, who decides whether whoever asks is the person. */
export async function describePersons(
  db: Db,
  named: string,
  persons: readonly Person[],
): Promise<string> {
  const lines: string[] = []
  const email = normalizeEmail(named)
  const others = email ? await readOthers(db, email, persons) : undefined
  if (others) lines.push(`${counted(others.all, 'name')} ${email}.`)
  for (const person of persons) lines.push(...toLines(person, await readProof(db, person)))
  if (others?.foreign) {
    lines.push(
      `${counted(others.foreign, 'name')} it in other accounts: they are theirs and stay as they are.`,
    )
  }
  if (others?.sameMailbox) {
    lines.push(`Another address is another person: ${others.sameMailbox}.`)
  }
  return `${lines.join('\n')}\n`
}

const shownNumbers = 20

function toLines({ key, uid, customer, emails }: Person, proof: Proof): string[] {
  const { orders, paid, mailed, byStaff, unproved } = proof
  const name = customer === null ? key : `${key} (customer ${customer})`
  if (uid !== null) {
    const verified = emails.length > 0 ? 'is verified' : 'was never verified'
    return [`${name}: ${orders} of the account, whose address ${verified}`]
  }
  const numbers = unproved.slice(0, shownNumbers).join(', ')
  const more = unproved.length > shownNumbers ? ', ...' : ''
  return [
    `${name}: ${orders} of guests`,
    `  paid: ${paid}`,
    `  a mail of the order was sent to the address in the last 30 days: ${mailed}`,
    `  entered by the staff: ${byStaff}`,
    `  nothing proves whose they are: ${unproved.length}${numbers && ` (${numbers}${more})`}`,
  ]
}

async function readOthers(db: Db, email: string, persons: readonly Person[]) {
  const owners = persons.flatMap(({ key, uid }) => (uid === null ? [] : [key]))
  const { rows: named } = await db.execute<{ all: number; foreign: number }>(sql`
    select count(*)::int as all, count(*) filter (
      where owner like 'm:%' and owner <> all(${sql.param(owners)}::text[]))::int as foreign
    from orders where lower(user_email) = ${email}`)
  // A plus sign, or a dot with Gmail, makes another address of one mailbox.
  const { rows: alike } = await db.execute<{ email: string; n: number }>(sql`
    select email_key as email, count(*)::int as n from customers
    join orders on customer_key = key
    where key like 'e:%' and left(email_key, 1) = left(${email}, 1) and email_key <> ${email}
    group by email_key order by email_key`)
  const sameMailbox = alike
    .filter((other) => mailboxOf(other.email) === mailboxOf(email))
    .map((other) => `${other.email} (${other.n})`)
    .join(', ')
  return { all: 0, foreign: 0, ...named[0], sameMailbox }
}

const counted = (n: number, verb: string) => (n === 1 ? `1 order ${verb}s` : `${n} orders ${verb}`)
