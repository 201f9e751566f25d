import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { RefundState } from '#contract/order-life.ts'
import type { Permission } from '#contract/permissions.ts'
import type { WorklistKind } from '#contract/reports.ts'
import { listGroups } from '../campaigns/back-office/admin-groups.queries.ts'
import { countAnnounced } from '../campaigns/leader-money/accounts.queries.ts'
import { listAwaiting } from '../campaigns/supply/awaited-goods.ts'
import type { Db } from '../db/connect.ts'
import { orders } from '../db/tables/orders.ts'
import { refunds } from '../db/tables/payments.ts'
import { type Actor, mayDo } from '../http/actor.ts'
import { toEpochSeconds } from '../http/epoch-seconds.ts'
import { countInvoices, readNumbers } from '../invoices/list-invoices.queries.ts'
import { countFailedJobs } from '../jobs/jobs.queries.ts'
import { countPackable } from '../orders/fulfilment/packable.queries.ts'
import { countBalances, countPaidBack } from '../orders/fulfilment/packing.queries.ts'
import { countDifferences } from '../payments/reconciliation/differences.queries.ts'
import { countReturns, type OpenView } from '../returns/returns.queries.ts'
import { countShipments } from '../shipments/list-shipments.queries.ts'
import { countLowStock } from '../stock/admin-stock.queries.ts'

interface Reads {
  /** As in the settings of stock. */
  lowAt: number
  /** Each is read once for both of its entries. */
  awaiting: () => ReturnType<typeof listAwaiting>
  shipments: () => ReturnType<typeof countShipments>
  returns: () => ReturnType<typeof countReturns>
}

interface Entry {
  /** Those of the list that it leads to. */
  permissions: readonly Permission[]
  count: (db: Db, read: Reads) => Promise<number | DueCount>
}

/** How many, and when the first of them has to be done; null where none has to. */
interface DueCount {
  count: number
  dueAt: Date | null
}

const none = { limit: 0, offset: 0 }

/** In the order of the screen; each counts what its list holds. */
const entries: Record<WorklistKind, Entry> = {
  to_ship: { permissions: ['order.ship', 'person.read'], count: countPackable },
  shipment_problem: {
    permissions: ['order.read'],
    count: async (_, { shipments }) => (await shipments()).problem,
  },
  shipment_back: {
    permissions: ['order.read'],
    count: async (_, { shipments }) => (await shipments()).back,
  },
  unanswered: { permissions: ['order.read', 'order.write'], count: countUnanswered },
  expiring: { permissions: ['order.read'], count: countExpiring },
  return_asked: ofReturns('asked'),
  return_to_come: ofReturns('to_come'),
  return_to_refund: ofReturns('to_refund'),
  refund_failed: { permissions: ['money.read'], count: (db) => countRefunds(db, 'failed') },
  refund_manual: { permissions: ['money.read'], count: (db) => countRefunds(db, 'manual') },
  balance_due: { permissions: ['order.read'], count: countBalances },
  paid_back: { permissions: ['order.read'], count: countPaidBack },
  difference: { permissions: ['payment.record'], count: (db) => countDifferences(db) },
  at_risk: {
    permissions: ['money.read'],
    count: async (db) => (await listGroups(db, { isAtRisk: true }, none)).total,
  },
  shortfall: {
    permissions: ['money.read'],
    count: async (db) => (await listGroups(db, { isShort: true }, none)).total,
  },
  to_order: {
    permissions: ['money.read'],
    count: async (_, { awaiting }) => (await awaiting()).to_order.length,
  },
  to_arrive: {
    permissions: ['money.read'],
    count: async (_, { awaiting }) => (await awaiting()).to_arrive.length,
  },
  hand_over: { permissions: ['payment.record'], count: countAnnounced },
  invoice_failed: {
    permissions: ['money.read'],
    count: async (db) => (await countInvoices(db)).problem,
  },
  invoice_numbers_low: { permissions: ['money.read'], count: countLowNumbers },
  stock_low: { permissions: ['catalog.read'], count: (db, { lowAt }) => countLowStock(db, lowAt) },
  job_failed: { permissions: ['job.manage'], count: (db) => countFailedJobs(db) },
}

/** Entries the role may read, with counts. */
export async function readWorklist(db: Db, actor: Actor, lowAt: number) {
  const allowed = (Object.keys(entries) as WorklistKind[]).filter((kind) =>
    entries[kind].permissions.every((permission) => mayDo(actor, permission)),
  )
  let known: ReturnType<typeof listAwaiting> | undefined
  const awaiting = () => (known ??= listAwaiting(db))
  let counted: ReturnType<typeof countShipments> | undefined
  const shipments = () => (counted ??= countShipments(db))
  let returned: ReturnType<typeof countReturns> | undefined
  const returns = () => (returned ??= countReturns(db))
  return Promise.all(
    allowed.map(async (kind) => {
      const counted = await entries[kind].count(db, { lowAt, awaiting, shipments, returns })
      if (typeof counted === 'number') return { kind, count: counted }
      const { count, dueAt } = counted
      return { kind, count, ...(dueAt && { due_at: toEpochSeconds(dueAt) }) }
    }),
  )
}

function ofReturns(view: OpenView): Entry {
  return { permissions: ['order.read'], count: async (_, { returns }) => (await returns())[view] }
}

/** As the list of orders finds them under `state=placed&expires=24`. */
async function countExpiring(db: Db): Promise<number> {
  const { rows } = await db.execute<{ n: number }>(sql`
    select count(*)::int as n from orders where state = 'placed' and deleted_at is null
      and expires_at <= (select shop_now()) + interval '24 hours'`)
  return rows[0]?.n ?? 0
}

/** As the list of orders finds them under `unanswered=1`. */
function countUnanswered(db: Db): Promise<number> {
  return db.$count(orders, and(isNotNull(orders.askedAt), isNull(orders.deletedAt)))
}

/** 1 while the period of now has few numbers left. */
async function countLowNumbers(db: Db): Promise<number> {
  return (await readNumbers(db, new Date()))?.isLow ? 1 : 0
}

function countRefunds(db: Db, state: RefundState): Promise<number> {
  return db.$count(refunds, eq(refunds.state, state))
}
