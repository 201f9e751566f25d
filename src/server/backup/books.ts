import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type CopiedTable, copyOut } from './tables.ts'

/** What a restored shop must have in common with the shop that was saved. */
export interface Books {
  /** Sums that a person can compare with the back office. */
  sums: Record<string, unknown>
  tables: Record<string, TableBooks>
}

export interface TableBooks {
  rows: number
  /** Of its COPY text. */
  bytes: number
  sha256: string
}

/** Each needs its table and column: an older schema may lack them. */
const sums: { name: string; needs: [table: string, column: string]; text: string }[] = [
  {
    name: 'orders',
    needs: ['orders', 'order_state'],
    text: `select order_state as state, count(*) as n, sum(total) as total
      from orders group by 1 order by 1`,
  },
  {
    name: 'captured',
    needs: ['payments', 'captured_amount'],
    text: `select provider, to_char(state_since at time zone 'Asia/Taipei', 'YYYY-MM') as month,
        status, count(*) as n, sum(amount) as amount
      from payments where status in ('succeeded', 'voided') group by 1, 2, 3 order by 1, 2, 3`,
  },
  {
    name: 'refunded',
    needs: ['refunds', 'state'],
    text: `select provider, to_char(refunds.state_since at time zone 'Asia/Taipei', 'YYYY-MM') as month,
        refunds.state, count(*) as n, sum(refunds.amount) as amount
      from refunds join payments on payments.id = payment_id group by 1, 2, 3 order by 1, 2, 3`,
  },
  {
    name: 'stock',
    needs: ['stock', 'held'],
    text: `select count(*) as products, coalesce(sum(on_hand), 0) as on_hand,
        coalesce(sum(held), 0) as held from stock`,
  },
  {
    name: 'coupon_uses',
    needs: ['coupon_uses', 'returned_at'],
    text: `select count(*) as n, count(returned_at) as returned, coalesce(sum(discount), 0) as discount
      from coupon_uses`,
  },
  {
    name: 'participations',
    needs: ['participations', 'state'],
    text: 'select state, count(*) as n from participations group by 1 order by 1',
  },
]

/** Sums as whole texts, so that no number is rounded. */
export async function readSums(client: pg.ClientBase): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {}
  for (const { name, needs, text } of sums) {
    const known = await client.query(
      `select from information_schema.columns
       where table_schema = 'public' and table_name = $1 and column_name = $2`,
      needs,
    )
    if (known.rowCount === 0) continue
    const { rows } = await client.query<{ part: unknown }>(
      `select coalesce(json_agg(part), '[]') as part from (${text}) as part`,
    )
    found[name] = rows[0]?.part
  }
  return found
}

/** Reads a table as it would be copied, and keeps nothing of it. */
export async function readTableBooks(
  client: pg.ClientBase,
  table: CopiedTable,
  onChunk: (chunk: Buffer) => void = () => {},
): Promise<TableBooks> {
  const hash = createHash('sha256')
  let bytes = 0
  const rows = client.query(copyTo(copyOut(table)))
  await pipeline(rows, async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      hash.update(chunk)
      onChunk(chunk)
      bytes += chunk.length
    }
  })
  return { rows: rows.rowCount ?? 0, bytes, sha256: hash.digest('hex') }
}

/** The names of what differs; none when the books are equal. Sums may be in any order. */
export function compareBooks(
  expected: Books,
  found: Books,
  { ignoresRowOrder = false } = {},
): string[] {
  const names = (books: Books) => [...Object.keys(books.sums), ...Object.keys(books.tables)]
  const all = new Set([...names(expected), ...names(found)])
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
  const sorted = (sum: unknown) =>
    Array.isArray(sum) ? sum.map((part) => JSON.stringify(part)).toSorted() : sum
  const comparable = (table: TableBooks | undefined) =>
    table && ignoresRowOrder ? { rows: table.rows, bytes: table.bytes } : table
  return [...all].filter(
    (name) =>
      !isSame(sorted(expected.sums[name]), sorted(found.sums[name])) ||
      !isSame(comparable(expected.tables[name]), comparable(found.tables[name])),
  )
}
