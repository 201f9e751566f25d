import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { rowsOf } from './erase.ts'
import { ordersOf, type Person } from './person.ts'
import { tableRules } from './personal-columns.ts'

/** Tables without personal columns that are about a person's orders all the same. */
const alsoOfOrders: Record<string, string> = {
  order_adjustments: 'order_id',
  coupon_uses: 'order_id',
}

/** Anybody may request a mail to an address, so a request need not be its owner's. */
const neverExported = ['mail_requests']

/** All that the shop has of a person, by table; without hashes, tokens and keys. */
export async function exportPerson(
  db: Db,
  person: Person,
): Promise<Record<string, Record<string, unknown>[]>> {
  const found: Record<string, Record<string, unknown>[]> = {}
  for (const [table, rule] of Object.entries(tableRules)) {
    if (neverExported.includes(table)) continue
    const column = alsoOfOrders[table]
    const rows = column
      ? sql`${sql.identifier(column)} in ${ordersOf(person)}`
      : rowsOf(rule, person)
    if (!rows) continue
    const hidden = Object.entries(rule.personal).flatMap(([name, how]) =>
      how === 'hidden' || how === 'derived' ? [name] : [],
    )
    const { rows: records } = await db.execute<{ record: Record<string, unknown> }>(
      sql`select to_jsonb(part) - ${sql.param(hidden)}::text[] as record
        from ${sql.identifier(table)} as part where ${rows} limit 100000`,
    )
    if (records.length > 0) found[table] = records.map(({ record }) => record)
  }
  addOrderNumbers(found)
  return found
}

/** Of an account and of guests with its address; a row that is of both stands once. */
export async function exportPersons(db: Db, persons: readonly Person[]) {
  const tables: Record<string, Map<string, Record<string, unknown>>> = {}
  for (const person of persons) {
    for (const [table, records] of Object.entries(await exportPerson(db, person))) {
      tables[table] ??= new Map()
      for (const record of records) {
        const { order_number: _, ...row } = record
        tables[table].set(JSON.stringify(row), record)
      }
    }
  }
  return Object.fromEntries(
    Object.entries(tables).map(([table, records]) => [table, [...records.values()]]),
  )
}

/** Beside the id of an order stands the number by which its customer knows it. */
function addOrderNumbers(found: Record<string, Record<string, unknown>[]>): void {
  const numbers = new Map(found.orders?.map(({ id, number }) => [id, number]))
  for (const record of Object.values(found).flat()) {
    const number = numbers.get(record.order_id)
    if (number !== undefined) record.order_number = number
  }
}
