import { onDeliveryMethod } from '../../src/contract/payments.ts'
import { creditChecks } from '../race/credit-account.ts'
import { contradictions } from './contradictions.ts'
import type { GatewayParcel, GatewayTrade } from './gateway-process.ts'
import { secrets } from './insist.ts'
import { confirmedTwice, tradesOfLine } from './line-payer.ts'
import type { World } from './world.ts'

interface StoredAttempt {
  trade_no: string
  order_id: string
  status: string
  counts: boolean
  /** Whether it is money of an order that is not cancelled. */
  is_of_order: boolean
  amount: number
  /** Given back by refunds that are done: through the gateway, remitted, and as credit. */
  returned: number
  remitted: number
  credited: number
  /** Authorised and never captured. */
  released: number
  /** Waiting for the staff, or still to be sent. */
  on_worklist: number
}

/** The books of the gateways, however they are read. */
interface GatewayBooks {
  harness: Pick<World['harness'], 'query'>
  gateway: Pick<World['gateway'], 'trades'>
  logistics: Pick<World['logistics'], 'parcels'>
  wallet: Pick<World['wallet'], 'linePayments'>
}

/** The money of a whole run, in NT$. */
export interface Sums {
  /** Paid or reserved by shoppers, of that in a store, and given back to them, by the gateways' books. */
  taken: number
  collected: number
  givenBack: number
  /**
   * Of orders that count, given back by the gateway, remitted, as credit, authorised in vain, and
   * waiting, by ours.
   */
  ofOrders: number
  refunded: number
  released: number
  remitted: number
  credited: number
  onWorklist: number
}

/** Compares the gateways' own books with those of the shop; gives what does not agree. */
export async function auditMoney({ harness, gateway, logistics, wallet }: GatewayBooks): Promise<{
  trades: number
  sums: Sums
  faults: string[]
}> {
  const collected = (await logistics.parcels()).flatMap(collectedOf)
  const payments = await wallet.linePayments()
  const all = [...(await gateway.trades()), ...tradesOfLine(payments), ...collected]
  const trades = new Map(all.map((trade) => [trade.merchantTradeNo, trade]))
  const attempts = await readAttempts(harness)
  const known = new Set(attempts.map(({ trade_no }) => trade_no))
  const sums = {
    ...sumUp(all, attempts),
    collected: collected.reduce((sum, { amount }) => sum + amount, 0),
  }
  const faults = [
    ...attempts.flatMap((attempt) => faultsOf(attempt, trades.get(attempt.trade_no))),
    ...[...trades.keys()]
      .filter((tradeNo) => !known.has(tradeNo))
      .map((tradeNo) => `the shop has no attempt for the trade ${tradeNo}`),
    ...faultsOfSums(sums),
    ...confirmedTwice(payments),
    ...(await contradictions(harness, rules)),
    ...(await secretsIn(harness)),
  ]
  return { trades: trades.size, sums, faults }
}

/** Money of a parcel, once it was picked up; as the books of logistics have it. */
function collectedOf({ merchantTradeNo, collects, history }: GatewayParcel): GatewayTrade[] {
  const isPickedUp = history.some(({ step }) => step === 'pickedUp')
  if (!isPickedUp || collects === 0) return []
  const trade = { merchantTradeNo, amount: collects, method: onDeliveryMethod, stage: 'paid' }
  return [{ ...trade, notices: [] }]
}

function sumUp(trades: GatewayTrade[], attempts: StoredAttempt[]): Omit<Sums, 'collected'> {
  const total = <T>(rows: T[], of: (row: T) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0)
  const taken = total(trades, ({ stage, amount }) => (stage === 'paid' ? amount : 0))
  return {
    taken,
    givenBack: taken - total(trades, heldByGateway),
    ofOrders: total(
      attempts.filter(({ is_of_order }) => is_of_order),
      (attempt) => attempt.amount - attempt.returned - awayOf(attempt),
    ),
    refunded: total(attempts, ({ returned }) => returned),
    released: total(attempts, ({ released }) => released),
    remitted: total(attempts, ({ remitted }) => remitted),
    credited: total(attempts, ({ credited }) => credited),
    onWorklist: total(attempts, ({ on_worklist }) => on_worklist),
  }
}

/** No longer of its order, and still with the gateway. */
function awayOf({ remitted, credited, on_worklist }: StoredAttempt): number {
  return remitted + credited + on_worklist
}

function faultsOfSums(sums: Omit<Sums, 'collected'>): string[] {
  const { taken, givenBack, ofOrders, refunded, released, remitted, credited, onWorklist } = sums
  const back = refunded + released
  const faults: string[] = []
  if (givenBack !== back) faults.push(`given back: ${givenBack} there, ${back} here`)
  const known = ofOrders + back + remitted + credited + onWorklist
  if (taken !== known) faults.push(`of ${taken} taken the shop can account for ${known}`)
  return faults
}

/** No row of any table holds a key of the account at the gateway. */
async function secretsIn(harness: GatewayBooks['harness']): Promise<string[]> {
  const tables = await harness.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'pgboss')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const [row] = await harness.query<{ count: number }>(
      `select count(*)::int as count from ${name} as t
       where exists (select from unnest($1::text[]) as secret where position(secret in t::text) > 0)`,
      [secrets],
    )
    if (row && row.count > 0) found.push(`${name} holds a key of the gateway`)
  }
  return found
}

/** Held for the shop by the gateway, in NT$: an authorisation as money. */
function heldByGateway({ stage, amount, card }: GatewayTrade): number {
  if (stage !== 'paid') return 0
  if (!card || card.state === '已授權') return amount
  if (card.state === '已取消') return 0
  return card.closeEntries.reduce((sum, entry) => sum + entry.amount, 0)
}

function faultsOf(attempt: StoredAttempt, trade: GatewayTrade | undefined): string[] {
  const { trade_no, status, returned } = attempt
  const held = trade ? heldByGateway(trade) : 0
  const isMoney = status === 'succeeded' || status === 'authorised'
  const inBooks = isMoney ? attempt.amount - returned : 0
  const faults: string[] = []
  if (held !== inBooks) faults.push(`${trade_no} (${status}): ${held} there, ${inBooks} here`)
  if (trade?.stage === 'paid' && !isMoney && status !== 'voided') {
    faults.push(`${trade_no} was paid and is ${status}`)
  }
  const left = isMoney && !attempt.counts ? inBooks - awayOf(attempt) : 0
  if (left !== 0) faults.push(`${trade_no}: ${left} belongs to no order and to no worklist`)
  const doubled = trade?.card?.ledger.filter(({ action }) => action === 'N' || action === 'C') ?? []
  if (new Set(doubled.map(({ action }) => action)).size !== doubled.length) {
    faults.push(`${trade_no} was captured or given up twice`)
  }
  return faults
}

const isDone = `r.state = 'done'`

function readAttempts(harness: GatewayBooks['harness']): Promise<StoredAttempt[]> {
  return harness.query<StoredAttempt>(`
    select p.trade_no, p.order_id, p.status, p.counts,
      p.counts and p.status in ('authorised', 'succeeded')
        and p.order_id in (select id from orders where state <> 'cancelled') as is_of_order,
      coalesce(p.captured_amount, p.amount)::float8 as amount,
      coalesce(sum(r.amount) filter (where ${isDone} and not r.to_credit
        and r.remitted_on is null), 0)::float8 as returned,
      coalesce(sum(r.amount) filter (where ${isDone} and r.remitted_on is not null), 0)::float8
        as remitted,
      coalesce(sum(r.amount) filter (where ${isDone} and r.to_credit), 0)::float8 as credited,
      (p.amount - coalesce(p.captured_amount, p.amount) + case when p.status = 'voided'
        then p.amount - coalesce(sum(r.amount) filter (where ${isDone}), 0) else 0 end)::float8
        as released,
      coalesce(sum(r.amount) filter (where r.state not in ('done', 'dropped')), 0)::float8
        as on_worklist
    from payments as p left join refunds as r on r.payment_id = p.id
    where p.trade_no is not null group by p.id`)
}

/** Rules of the shop's own books, each with the rows that break it. */
const rules: Record<string, string> = {
  ...Object.fromEntries(
    creditChecks.map(({ name, statement }) => [
      name,
      `select subject as id from (${statement}) as fault`,
    ]),
  ),
  'an order that is paid has no money, or the other way round': `
    select o.id from orders as o
    left join payments as p on p.order_id = o.id and p.counts
      and p.status in ('authorised', 'succeeded')
    left join lateral (select coalesce(sum(amount), 0) as back from refunds
      where payment_id = p.id and state = 'done') as refund on true
    where (o.payment_state = 'paid') <> coalesce(coalesce(p.captured_amount, p.amount) > refund.back, false)
      -- The place in a group that is open has its money reserved.
      and not (o.charge_kind = 'authorise' and o.state = 'placed')`,
  'the money of a cancelled order is neither back nor on the worklist': `
    select o.id from orders as o join payments as p on p.order_id = o.id
    where o.state = 'cancelled' and p.status in ('authorised', 'succeeded')
      and coalesce(p.captured_amount, p.amount) <> (select coalesce(sum(amount), 0) from refunds
        where payment_id = p.id)`,
  'a payment gave back more than came': `
    select p.id from payments as p where coalesce(p.captured_amount, p.amount) <
      (select coalesce(sum(amount), 0) from refunds where payment_id = p.id and state not in ('failed', 'dropped'))`,
  'an order was paid or cancelled twice': `
    select order_id as id from order_events where kind in ('paid', 'cancelled')
    group by order_id, kind having count(*) > 1`,
  'a mail of one step was written twice': `
    select order_id as id from mail_outbox where order_id is not null and kind in ('paid', 'cancelled')
    group by order_id, kind having count(*) > 1`,
  'a shipped order was cancelled, or refunded in full without a return': `
    select o.id from orders as o join parcels on parcels.order_id = o.id
    where o.state = 'cancelled' or o.payment_state = 'unpaid' and o.state <> 'returned'
      and o.payment_method is distinct from 'on_delivery'
      and not exists (select from return_cases where order_id = o.id and state = 'refunded')`,
}
