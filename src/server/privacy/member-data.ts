import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { exportPerson } from './export-person.ts'
import { findMemberPerson } from './person.ts'

const recentSeconds = 5 * 60

/** Staff remarks on a customer or an order are no data of the member's own. */
const ofStaff = ['customer_notes', 'customer_tags', 'resolved_differences']

/** A member's own data, as one JSON text; throws MEMBER_SIGN_IN_TOO_OLD. */
export async function readMemberData(
  db: NodePgDatabase,
  member: { uid: string; authTime: number | null },
): Promise<string> {
  const age = Date.now() / 1000 - (member.authTime ?? 0)
  if (age > recentSeconds) throw new ShopError('MEMBER_SIGN_IN_TOO_OLD')
  const found = await transaction(db, async (tx) =>
    exportPerson(tx, await findMemberPerson(tx, member.uid)),
  )
  const own = Object.entries(found).flatMap(([table, rows]) => {
    if (ofStaff.includes(table)) return []
    return [[table, withoutNotes(table, rows)]]
  })
  return JSON.stringify(Object.fromEntries(own), null, 2)
}

function withoutNotes(table: string, rows: Record<string, unknown>[]): Record<string, unknown>[] {
  if (table === 'order_events') return rows.filter(({ kind }) => kind !== 'note')
  if (table === 'commission_entries') return rows.map(({ note: _, ...entry }) => entry)
  return rows
}
