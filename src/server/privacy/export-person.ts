import { sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { rowsOf } from './erase.ts'
import { ordersOf, type Person } from './person.ts'
import { tableRules } from './personal-columns.ts'

/** Tables without personal columns that are about a person's orders all the same. */
const alsoOfOrders: Record<string, string> = {
  order_lines: 'order_id',
  order_adjustments: 'order_id',
  coupon_uses: 'order_id',
}

/** What somebody has asked a mail for need not be what the person of the address has asked. */
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

/** Beside the id of an order stands the number by which its customer knows it. */
function addOrderNumbers(found: Record<string, Record<string, unknown>[]>): void {
  const numbers = new Map(found.orders?.map(({ id, number }) => [id, number]))
  for (const record of Object.values(found).flat()) {
    const number = numbers.get(record.order_id)
    if (number !== undefined) record.order_number = number
  }
}
