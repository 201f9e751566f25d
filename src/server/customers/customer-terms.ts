import { inArray } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { customers } from '../db/tables/customers.ts'
import { telephoneTexts, termsOf } from '../search/terms.ts'
import { type SearchedTable, writeTerms } from '../search/write-terms.ts'

export type Contact = Pick<typeof customers.$inferSelect, 'num' | 'name' | 'email' | 'tel'>

export function customerTerms({ name, email, tel }: Contact): string {
  return termsOf({ A: [name, email, ...telephoneTexts(tel)] })
}

/** Writes the terms of customers from the contact of their last order. */
async function writeCustomerTerms(db: Db, ids: string[]): Promise<void> {
  const { num, name, email, tel } = customers
  const rows = await db
    .select({ num, name, email, tel })
    .from(customers)
    .where(inArray(num, ids.map(Number)))
  const terms = new Map(rows.map((row) => [String(row.num), customerTerms(row)]))
  await writeTerms(db, searchedCustomers, terms)
}

export const searchedCustomers: SearchedTable = {
  table: customers,
  id: customers.num,
  write: writeCustomerTerms,
}
