import { periodOf, toPeriod } from '../../gateway/invoices/period.ts'
import { invoicePeriodBounds } from '../../src/contract/invoice-period.ts'
import { bookChecks } from '../../src/server/checks/book-checks.ts'
import { stockDisagreements } from '../../src/server/testing/stock-disagreements.ts'
import { auditMoney } from '../money/audit.ts'
import { faultsOf, leftOf, readInvoices } from '../money/audit-invoices.ts'
import { auditParcels } from '../money/audit-parcels.ts'
import type { GatewayInvoice, GatewayParcel, GatewayTrade } from '../money/gateway-process.ts'
import { insist } from './calls.ts'
import { readInvoiceFile } from './invoice-file.ts'
import { shownBalance, type YearWorld } from './world.ts'

/** The sums at a month's end, in whole NT$, from the begin of the year on. */
export interface MonthSums {
  captured: number
  givenBack: number
  invoiced: number
  credit: number
  points: number
  parcels: number
}

interface IssuedInvoice extends GatewayInvoice {
  issuedAt: string
  allowances: (GatewayInvoice['allowances'][number] & { at: string })[]
}

/**
 * Compares everything that knows of the money at a month's end: the shop's own checks, its books, the
 * gateway, logistics, the tax server, the file for the accountant, and the harness' own reckoning.
 */
export async function auditMonth(world: YearWorld): Promise<{ sums: MonthSums; faults: string[] }> {
  const { gateway } = world.shop.running
  const trades = plain<GatewayTrade[]>(gateway.trades.list())
  const parcels = plain<GatewayParcel[]>(gateway.parcels.list())
  const invoices = plain<IssuedInvoice[]>(gateway.invoices.list())
  const money = await auditMoney({
    harness: world.shop,
    gateway: { trades: async () => trades },
    logistics: { parcels: async () => parcels },
    wallet: { linePayments: async () => [] },
  })
  const books = await auditBooks(world, { trades, collected: money.sums.collected })
  const faults = [
    ...(await ownChecks(world)),
    ...money.faults,
    ...books.faults,
    ...(await auditParcels(world.shop, { parcels: async () => parcels })).faults,
    ...(await auditInvoices(world, invoices, trades)),
    ...(await auditPeriods(world, invoices)),
    ...(await auditAccounts(world)),
    ...[...new Set(world.shop.jobs.failures)].map((failure) => `a job was given up: ${failure}`),
  ]
  const sum = (kind: 'credit' | 'points') =>
    world.members.reduce((all, { account }) => all + account.balance(kind), 0)
  const invoiced = invoices.reduce((all, invoice) => all + leftOf(invoice), 0)
  const sums = {
    ...{ captured: books.captured, givenBack: books.givenBack, invoiced },
    ...{ credit: sum('credit'), points: sum('points'), parcels: parcels.length },
  }
  return { sums, faults }
}

function plain<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** Those of the doctor, of the nightly check and of 對帳, and that of the stock. */
async function ownChecks({ shop }: YearWorld): Promise<string[]> {
  const faults: string[] = []
  for (const { id, statement } of bookChecks) {
    const rows = await shop.query<{ subject: string }>(statement)
    if (rows.length > 0) faults.push(`check ${id}: ${JSON.stringify(rows.slice(0, 3))}`)
  }
  const stock = await shop.query(stockDisagreements)
  return [...faults, ...stock.map((row) => `stock: ${JSON.stringify(row)}`)]
}

/** The sums of the books beside what gateway, stores and leaders have taken, and what was remitted. */
async function auditBooks(
  { shop, orders, handedOver }: YearWorld,
  { trades, collected }: { trades: GatewayTrade[]; collected: number },
): Promise<{ captured: number; givenBack: number; faults: string[] }> {
  const rows = await shop.query<{ kind: string; sum: number }>(
    'select kind, sum(amount)::float8 as sum from book_entries group by kind',
  )
  const ofKind = (kind: string) => rows.find((row) => row.kind === kind)?.sum ?? 0
  const remitted = [...orders.values()].reduce((sum, order) => sum + order.remitted, 0)
  const credited = [...orders.values()].reduce((sum, order) => sum + order.credited, 0)
  const settled = trades.reduce((sum, trade) => sum + settledOf(trade), 0)
  const there = settled + collected + handedOver - remitted
  const [captured, givenBack] = [ofKind('captured'), ofKind('refunded')]
  const faults: string[] = []
  if (captured - givenBack !== there) {
    faults.push(`books: ${captured} - ${givenBack} here, ${there} there
      (gateway ${settled}, stores ${collected}, leaders ${handedOver}, remitted ${remitted})`)
  }
  if (ofKind('credited') !== credited) {
    faults.push(`as credit: ${ofKind('credited')} in the books, ${credited} were asked for`)
  }
  return { captured, givenBack, faults }
}

/** Money of a trade that is not only authorised, less what went back. */
function settledOf({ stage, amount, card }: GatewayTrade): number {
  if (stage !== 'paid') return 0
  return card ? card.closeEntries.reduce((sum, entry) => sum + entry.amount, 0) : amount
}

/** Each invoice beside that of the tax server, and those of each order beside the money that it keeps. */
async function auditInvoices(
  world: YearWorld,
  there: readonly IssuedInvoice[],
  trades: readonly GatewayTrade[],
): Promise<string[]> {
  const here = await readInvoices(world.shop)
  const byNumber = new Map(there.map((invoice) => [invoice.relateNumber, invoice]))
  const known = new Set(here.map(({ number }) => number))
  const faults = [
    ...here.flatMap((invoice) => faultsOf(invoice, byNumber.get(invoice.number))),
    ...there
      .filter(({ relateNumber }) => !known.has(relateNumber))
      .map(({ number }) => `the shop does not know the invoice ${number}`),
  ]
  const settled = new Map(trades.map((trade) => [trade.merchantTradeNo, settledOf(trade)]))
  const invoicesOf = Map.groupBy(here, ({ order_id }) => order_id)
  for (const [orderId, { kept, isDue }] of await keptByOrder(world, settled)) {
    const own = invoicesOf.get(orderId) ?? []
    if (own.length === 0 && !isDue) continue
    const invoiced = own.reduce((sum, { number }) => {
      const invoice = byNumber.get(number)
      return sum + (invoice ? leftOf(invoice) : 0)
    }, 0)
    if (invoiced === kept) continue
    const order = world.orders.get(orderId)
    const last = (order?.events ?? []).slice(-12).join('\n    ')
    faults.push(
      `order ${order?.number} (${orderId}) keeps ${kept}, invoiced ${invoiced}\n    ${last}`,
    )
  }
  return faults
}

/** By the gateway's trades, the stores and the leaders, less what is about to go back. */
async function keptByOrder(
  world: YearWorld,
  settled: ReadonlyMap<string, number>,
): Promise<Map<string, { kept: number; isDue: boolean }>> {
  const rows = await world.shop.query<{
    order_id: string
    trade_no: string | null
    amount: number
    status: string
    is_sent: boolean
    is_shipping: boolean
    pending: number
    remitted: number
  }>(`
    select p.order_id, p.trade_no, coalesce(p.captured_amount, p.amount)::float8 as amount, p.status,
      orders.state in ('shipped', 'delivered', 'completed', 'returned') as is_sent,
      (select values ->> 'when' = 'shipping' from settings where "group" = 'invoice') as is_shipping,
      coalesce((select sum(amount) from refunds where payment_id = p.id and not to_credit
        and state not in ('done', 'dropped')), 0)::float8 as pending,
      coalesce((select sum(amount) from refunds where payment_id = p.id and state = 'done'
        and remitted_on is not null), 0)::float8 as remitted
    from payments as p join orders on orders.id = p.order_id
    where p.status = 'succeeded' order by p.order_id, p.id`)
  const kept = new Map<string, { kept: number; isDue: boolean }>()
  for (const row of rows) {
    const before = kept.get(row.order_id) ?? { kept: 0, isDue: false }
    // Money of a pick-up and of a leader is in no trade of the gateway.
    const money = settled.get(row.trade_no ?? '') ?? row.amount
    const isDue = row.is_sent || (!row.is_shipping && money > row.pending + row.remitted)
    kept.set(row.order_id, {
      kept: before.kept + money - row.pending - row.remitted,
      isDue: before.isDue || isDue,
    })
  }
  return kept
}

/** The two months of now, and those before: the tax server, 對帳, and the file for the accountant. */
async function auditPeriods(world: YearWorld, there: readonly IssuedInvoice[]): Promise<string[]> {
  const now = periodOf(world.shop.clock.now())
  const before = now.term === 1 ? toPeriod(now.year - 1, 6) : toPeriod(now.year, now.term - 1)
  const faults: string[] = []
  for (const { id } of [before, now]) {
    const { from, until } = invoicePeriodBounds(id)
    const isIn = (at: string | undefined) =>
      at !== undefined && Date.parse(at) >= from.getTime() && Date.parse(at) < until.getTime()
    const total = <T>(rows: readonly T[], of: (row: T) => number) =>
      rows.reduce((sum, row) => sum + of(row), 0)
    const theirs = {
      issued: total(there, ({ issuedAt, amount }) => (isIn(issuedAt) ? amount : 0)),
      voided: total(there, ({ voidedAt, amount }) => (isIn(voidedAt) ? amount : 0)),
      allowed: total(there, ({ allowances }) =>
        total(allowances, ({ at, amount, state }) => (state === 'made' && isIn(at) ? amount : 0)),
      ),
    }
    const path = `/admin/invoices/agreement?period=${id}`
    const shown = await insist(world, world.owner, 'get', path)
    const file = await readInvoiceFile(world, id)
    for (const kind of ['issued', 'voided', 'allowed'] as const) {
      const ours = [shown[kind].sum, file[kind]]
      if (ours.every((sum) => sum === theirs[kind])) continue
      faults.push(
        `${kind} in ${id}: ${theirs[kind]} there, ${ours[0]} in 對帳, ${ours[1]} in the file`,
      )
    }
    // Those that were paid and not sent are no difference yet.
    const open = shown.orders.filter(({ reason }: { reason: string }) => reason === 'other')
    if (open.length > 0) faults.push(`對帳 of ${id} does not explain ${JSON.stringify(open[0])}`)
  }
  return faults
}

/** The account of each member as the member reads it, and what the shop owes all of them. */
async function auditAccounts(world: YearWorld): Promise<string[]> {
  const faults: string[] = []
  const sums = { credit: 0, points: 0 }
  for (const { person, email, uid, account } of world.members) {
    const shown = await insist(world, person, 'get', '/member/credit')
    for (const kind of ['credit', 'points'] as const) {
      const own = account.balance(kind)
      sums[kind] += own
      if (shownBalance(shown, kind) === own) continue
      const entries = await world.shop.query<{ text: string }>(
        `select concat_ws(' ', at, cause, amount, left(lot, 8), order_id, ends_on) as text from (
          select *, (select number from orders where orders.id = order_id) from credit_entries
          where member_id = $1 and kind = $2 order by id desc limit 12) as entry`,
        [uid, kind],
      )
      const last = entries.map(({ text }) => text).join('\n    ')
      faults.push(
        `${kind} of ${email}: ${shownBalance(shown, kind)} here, ${own} by own reckoning\n    ${last}`,
      )
    }
  }
  const owed = await insist(world, world.owner, 'get', '/admin/credit')
  for (const kind of ['credit', 'points'] as const) {
    if (owed[kind] !== sums[kind]) {
      faults.push(`all ${kind}: ${owed[kind]} here, ${sums[kind]} by own reckoning`)
    }
  }
  return faults
}
