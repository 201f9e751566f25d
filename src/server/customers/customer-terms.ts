import { inArray } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/tables/customers.ts'
import { telephoneTexts, termsOf } from '../search/terms.ts'
import { type SearchedTable, writeTerms } from '../search/write-terms.ts'

export type Contact = Pick<typeof customers.$inferSelect, 'num' | 'name' | 'email' | 'tel'>

/** The terms of a customer with this contact. */
export function termsOfContact({
  name,
  email,
  tel,
}: Pick<Contact, 'name' | 'email' | 'tel'>): string {
  return termsOf({ A: [name, email, ...telephoneTexts(tel)] })
}

/** Writes the terms of customers from the contact of their last order. */
export async function writeTermsOf(db: Db, contacts: readonly Contact[]): Promise<void> {
  const terms = new Map(contacts.map((one) => [String(one.num), termsOfContact(one)]))
  await writeTerms(db, searchedCustomers, terms)
}

export const searchedCustomers: SearchedTable = {
  table: customers,
  id: customers.num,
  async write(db, ids) {
    const { num, name, email, tel } = customers
    const rows = await db
      .select({ num, name, email, tel })
      .from(customers)
      .where(inArray(num, ids.map(Number)))
    await writeTermsOf(db, rows)
  },
}
