import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'

/** Runs and imports whose subjects are orders. */
const ofOrders = sql`(select id from runs where kind in ('orders', 'shipments'))`

/**
 * Tracking numbers of these orders in runs and imports. None of those still needs them: an order that
 * has ended is refused before its number is read, and an undo has what it needs of its own. Before the
 * orders are locked: a run locks itself, its entry and then the order.
 */
export async function eraseRuns(tx: Db, orders: SQL): Promise<Record<string, number>> {
  const runs = await tx.execute(
    sql`update runs set input = jsonb_set(input, '{tracking_numbers}',
        (input->'tracking_numbers') - array${orders}::text[])
      where kind = 'orders' and input->'tracking_numbers' ?| array${orders}::text[]`,
  )
  const entries = await tx.execute(
    sql`update run_entries set input = '{}'
      where run_id in ${ofOrders} and subject_id in ${orders} and input <> '{}'`,
  )
  const { rows } = await tx.execute<{ id: string; number: string }>(
    sql`select id, number from orders where id in ${orders}`,
  )
  // A faulty line has no subject, but the id or the number of its order in a cell as it was typed.
  // An array of values is looked up by hash; a subquery may be run for every cell.
  const names = sql`${sql.param(rows.flatMap(({ id, number }) => [id, number]))}::text[]`
  const lines = await tx.execute(
    sql`delete from import_lines
      where run_id in ${ofOrders} and (subject_id = any(${names}) or exists (
        select from jsonb_array_elements_text(cells) as cell
        where btrim(cell, ' ''') = any(${names})))`,
  )
  return {
    runs: runs.rowCount ?? 0,
    run_entries: entries.rowCount ?? 0,
    import_lines: lines.rowCount ?? 0,
  }
}

/** The addresses of a person in imports of subscribers that wait, or failed. */
export async function eraseSubscriberLines(tx: Db, emails: readonly string[]): Promise<number> {
  const known = sql`${sql.param(emails.map((email) => email.trim().toLowerCase()))}::text[]`
  const ofSubscribers = sql`(select id from runs where kind = 'subscribers')`
  await tx.execute(
    sql`update run_entries set input = '{}'
      where run_id in ${ofSubscribers} and input->'input'->>'email' = any(${known})`,
  )
  const { rowCount } = await tx.execute(
    sql`delete from import_lines
      where run_id in ${ofSubscribers} and exists (
        select from jsonb_array_elements_text(cells) as cell
        where lower(btrim(cell, ' ''')) = any(${known}))`,
  )
  return rowCount ?? 0
}
