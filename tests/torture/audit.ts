import pg from 'pg'
import { campaignFaults } from '../harness/campaign-faults.ts'
import type { Clients } from './clients.ts'

/** Compares the acknowledged writes of the shoppers with the database. */
export interface Findings {
  acknowledged: number
  acknowledgedPayments: number
  /** Calls that got no definite answer at first, and the intentions that never got one. */
  unknown: number
  unresolved: string[]
  /** Acknowledged orders that are not there, or are not what was acknowledged. */
  lost: string[]
  /** Intentions that became more than one order. */
  doubled: string[]
  /** Orders without all of their lines, their first event or their saved answer. */
  half: string[]
  /** Orders without an intention. */
  unmeant: string[]
  /** Paid without exactly one payment that counts and one event of it, or for another amount. */
  paidWrongly: string[]
  /** Payments that were acknowledged and are not there. */
  lostPayments: string[]
  /** Refusals of valid requests, and contradictory answers. */
  violations: string[]
  /** Answers that no fault excuses. */
  answers: string[]
  /** Violations of campaign invariants. */
  campaigns: string[]
}

interface StoredOrder {
  id: string
  key: string
  total: number
  state: string
  lines: number
  lines_total: number
  created_events: number
  saved_answers: number
  paid_events: number
  payments: number
  paid_amount: number
}

export async function audit(databaseUrl: string, clients: Clients): Promise<Findings> {
  const { ledger } = clients
  const stored = await readOrders(databaseUrl)
  const byId = new Map(stored.map((order) => [order.id, order]))
  const meant = new Set(ledger.flatMap((entry) => (entry.kind === 'intent' ? [entry.key] : [])))
  const ordered = ledger.filter((entry) => entry.kind === 'ordered')
  const paid = ledger.filter((entry) => entry.kind === 'paid')
  const violations = ledger.filter((entry) => entry.kind === 'violation')
  const settled = new Set([...ordered, ...violations].map(({ key }) => key))
  const ids = (wrong: (order: StoredOrder) => boolean) =>
    stored.filter(wrong).map((order) => order.id)
  return {
    acknowledged: ordered.length,
    acknowledgedPayments: paid.length,
    unknown: ledger.filter(({ kind }) => kind === 'unknown').length,
    unresolved: [...meant].filter((key) => !settled.has(key)),
    lost: ordered
      .filter(({ orderId, key, total }) => {
        const order = byId.get(orderId)
        return order?.key !== key || order.total !== total
      })
      .map(({ orderId }) => orderId),
    doubled: [...Map.groupBy(stored, ({ key }) => key)]
      .filter(([, orders]) => orders.length > 1)
      .map(([key]) => key),
    half: ids(
      (order) =>
        order.lines === 0 ||
        order.lines_total !== order.total ||
        order.created_events !== 1 ||
        order.saved_answers !== 1,
    ),
    unmeant: ids(({ key }) => !meant.has(key)),
    paidWrongly: ids(({ state, payments, paid_events, paid_amount, total }) =>
      state === 'paid'
        ? payments !== 1 || paid_events !== 1 || paid_amount !== total
        : payments !== 0 || paid_events !== 0,
    ),
    lostPayments: paid
      .filter(({ orderId }) => byId.get(orderId)?.state !== 'paid')
      .map(({ orderId }) => orderId),
    violations: violations.map(({ key, what }) => `${key} ${what}`),
    answers: clients.monitor.faults,
    campaigns: await campaignFaults(databaseUrl),
  }
}

async function readOrders(databaseUrl: string): Promise<StoredOrder[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows } = await client.query<StoredOrder>(`
      select orders.id, message as key, orders.total::float8 as total, state,
        coalesce(line.number, 0)::int as lines, coalesce(line.total, 0)::float8 as lines_total,
        coalesce(event.created, 0)::int as created_events,
        coalesce(event.paid, 0)::int as paid_events,
        coalesce(payment.number, 0)::int as payments,
        coalesce(payment.total, 0)::float8 as paid_amount,
        coalesce(answer.number, 0)::int as saved_answers
      from orders
      left join (select order_id, count(*) as number, sum(final_total) as total
        from order_lines group by order_id) as line on line.order_id = orders.id
      left join (select order_id, count(*) filter (where kind = 'created') as created,
          count(*) filter (where kind = 'paid') as paid
        from order_events group by order_id) as event on event.order_id = orders.id
      left join (select order_id, count(*) as number, sum(amount) as total
        from payments where status = 'succeeded' group by order_id) as payment
        on payment.order_id = orders.id
      left join (select reply ->> 'orderId' as order_id, count(*) as number
        from idempotency_keys where key not like 'pay-%' group by 1) as answer
        on answer.order_id = orders.id`)
    return rows
  } finally {
    await client.end()
  }
}

/** The faults as sentences; empty when there are none. */
export function faultsOf(findings: Findings): string[] {
  return Object.entries(findings)
    .flatMap(([what, ids]) => (Array.isArray(ids) && ids.length > 0 ? [{ what, ids }] : []))
    .map(({ what, ids }) => `${what}: ${ids.length} (${ids.slice(0, 3).join(', ')})`)
}
