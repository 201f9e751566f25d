import { sql } from 'drizzle-orm'
import { earnedPercent, pointsOf, stepDays } from '#contract/credit.ts'
import type { Db } from '../db/connect.ts'
import type { Transaction } from '../db/transaction.ts'
import { isMemberOwner } from '../http/caller.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import { lockCreditAccount, noCredit, openLot, takeCredit } from './ledger.ts'

const byShop = { kind: 'system' } as const

/** Gives the member of a completed order, which is locked, what it earns by the rule of now; once. */
export async function earnPoints(tx: Transaction, orderId: string): Promise<void> {
  const settings = await readSettingGroup(tx, 'credit')
  if (!settings.points_on) return
  const order = await readEarning(tx, orderId)
  if (!order || !isMemberOwner(order.owner) || order.lot !== null) return
  const percent = earnedPercent(settings, await countCompleted(tx, order.owner, orderId))
  await openLot(
    tx,
    {
      memberId: order.owner.slice(2),
      kind: 'points',
      amount: pointsOf(order.paid, percent),
      cause: 'earned',
      percent,
      ends: { afterDays: settings.days },
    },
    { orderId, actor: byShop },
  )
}

/**
 * Takes back what a locked order has earned on goods whose money went back, or on all when it was
 * returned whole. What of it has ended is gone already; what was spent is taken from the other points
 * of the member, as far as there are any.
 */
export async function takeBackPoints(tx: Transaction, orderId: string): Promise<void> {
  const known = await readEarning(tx, orderId)
  if (!known?.lot) return
  const account = await lockCreditAccount(tx, known.owner.slice(2))
  // Lots that have ended are known once the account is locked.
  const order = await readEarning(tx, orderId)
  if (!order?.lot) return
  const kept = order.state === 'returned' ? 0 : pointsOf(order.paid, order.percent ?? 0)
  const points = order.earned - kept - order.gone
  if (points <= 0) return
  const of = { cause: 'taken_back', first: order.lot, orderId, actor: byShop } as const
  await takeCredit(tx, account, { ...noCredit, points }, of)
}

interface Earning extends Record<string, unknown> {
  owner: string
  state: string
  /**
   * Money that was paid for the goods and is not given back, in whole NT$: a refund that names goods
   * takes them off, any other the fees first.
   */
  paid: number
  /** The lot that it has earned; null: none. */
  lot: string | null
  percent: number | null
  earned: number
  /** Taken back or ended of it. */
  gone: number
}

/** Refunds of the price of an order that come about. */
const isBack = sql`refund.order_id = orders.id and refund.state not in ('failed', 'dropped')
  and not refund.is_of_capture and not refund.is_of_change
  and (payment.counts or payment.supplements)`

async function readEarning(db: Db, orderId: string): Promise<Earning | undefined> {
  const { rows } = await db.execute<Earning>(sql`
    select orders.owner, orders.state,
      greatest(0, least(
        total - coalesce((select ceil(sum(fee.amount_hundredths) / 100) from order_adjustments as fee
          where fee.order_id = orders.id and fee.kind = 'fee'), 0)
        - coalesce((select sum(goods.amount) from refund_lines as goods
          join refunds as refund on refund.id = goods.refund_id
          join payments as payment on payment.id = refund.payment_id where ${isBack}), 0),
        total - coalesce((select sum(refund.amount) from refunds as refund
          join payments as payment on payment.id = refund.payment_id where ${isBack}), 0)))::float8 as paid,
      lot.id as lot, lot.percent, coalesce(lot.amount, 0)::float8 as earned,
      coalesce((select -sum(gone.amount) from credit_entries as gone
        where gone.lot = lot.id and gone.cause = 'expired'), 0)::float8
      + coalesce((select -sum(gone.amount) from credit_entries as gone
        where gone.order_id = orders.id and gone.cause = 'taken_back'), 0)::float8 as gone
    from orders left join credit_entries as lot
      on lot.order_id = orders.id and lot.cause = 'earned'
    where orders.id = ${orderId}`)
  return rows[0]
}

/** Other orders of a shopper that were completed within the days that raise the percent. */
async function countCompleted(db: Db, owner: string, orderId: string): Promise<number> {
  // An archived order is in an index of its own.
  const { rows } = await db.execute<{ n: number }>(sql`
    select sum(n)::int as n from (
      select count(*) as n from orders where deleted_at is null and ${isCounted(owner, orderId)}
      union all
      select count(*) from orders where deleted_at is not null and ${isCounted(owner, orderId)}
    ) as counted`)
  return rows[0]?.n ?? 0
}

const isCounted = (owner: string, orderId: string) => sql`owner = ${owner} and id <> ${orderId}
  and state = 'completed' and state_since > (select shop_now()) - make_interval(days => ${stepDays}::int)`
