import pg from 'pg'
import type { LedgerEntry } from './ledger.ts'

export interface Findings {
  acknowledged: number
  /** Acknowledged orders that are not there, or are not what was acknowledged. */
  lost: string[]
  /** Intentions that became more than one order. */
  doubled: string[]
  /** Orders whose lines do not add up to their total. */
  half: string[]
  /** Orders that are paid without exactly one payment that counts, or paid for another amount. */
  unpaidFor: string[]
  /** Payments that were acknowledged and are not there. */
  lostPayments: string[]
}

interface StoredOrder {
  id: string
  key: string
  total: number
  lines_total: number
  state: string
  payments: number
  paid_amount: number | null
}

/** Holds what the shoppers were told against what the database has. */
export async function audit(databaseUrl: string, ledger: LedgerEntry[]): Promise<Findings> {
  const stored = await readOrders(databaseUrl)
  const byId = new Map(stored.map((order) => [order.id, order]))
  const ordered = ledger.filter((entry) => entry.kind === 'ordered')
  const paid = ledger.filter((entry) => entry.kind === 'paid')
  const perKey = Map.groupBy(stored, ({ key }) => key)
  return {
    acknowledged: ordered.length,
    lost: ordered
      .filter(({ orderId, key, total }) => {
        const order = byId.get(orderId)
        return order?.key !== key || order.total !== total
      })
      .map(({ orderId }) => orderId),
    doubled: [...perKey].filter(([, orders]) => orders.length > 1).map(([key]) => key),
    half: stored.filter(({ total, lines_total }) => total !== lines_total).map(({ id }) => id),
    unpaidFor: stored
      .filter(({ state, payments, paid_amount, total }) =>
        state === 'paid' ? payments !== 1 || paid_amount !== total : payments !== 0,
      )
      .map(({ id }) => id),
    lostPayments: paid
      .filter(({ orderId }) => byId.get(orderId)?.state !== 'paid')
      .map(({ orderId }) => orderId),
  }
}

async function readOrders(databaseUrl: string): Promise<StoredOrder[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<StoredOrder>(`
      select id, message as key, state, total::float8 as total,
        (select coalesce(sum(final_total), 0)::float8 from order_lines where order_id = orders.id)
          as lines_total,
        (select count(*)::int from payments where order_id = orders.id and status = 'succeeded')
          as payments,
        (select sum(amount)::float8 from payments
          where order_id = orders.id and status = 'succeeded') as paid_amount
      from orders`)
    return rows
  } finally {
    await client.end()
  }
}

/** The sentences that say what is wrong; none when all is well. */
export function faultsOf(findings: Findings): string[] {
  const { acknowledged: _, ...lists } = findings
  return Object.entries(lists)
    .filter(([, ids]) => ids.length > 0)
    .map(([what, ids]) => `${what}: ${ids.length} (${ids.slice(0, 3).join(', ')})`)
}
