import { sql } from 'drizzle-orm'
import { mostCredit } from '#contract/credit.ts'
import { type CreditKind, creditKindLabels, creditKinds } from '#contract/credit-kinds.ts'
import { formatMoney } from '#contract/money.ts'
import { t } from '#contract/translate.ts'
import type { Transaction } from '../db/transaction.ts'
import type { Actor } from '../http/actor.ts'
import { isMemberOwner } from '../http/caller.ts'
import { ShopError } from '../http/shop-error.ts'
import { readSettingGroup } from '../settings/settings.queries.ts'
import {
  type CreditAccount,
  type CreditAmounts,
  giveCreditBack,
  lockCreditAccount,
  lockCreditAccounts,
  noCredit,
  readUsedCredit,
  sumOfCredit,
  takeCredit,
} from './ledger.ts'

/** Credit and points that a shopper wants to use; absent: none. */
export interface AskedCredit {
  credit?: number | undefined
  points?: number | undefined
}

/** The use of a new order; the account stays locked until the order is written. */
export interface GrantedCredit {
  use: CreditAmounts
  account?: CreditAccount
}

/**
 * Grants what a new order may use of the account of its member for goods of this price, in whole NT$.
 * Throws MEMBER_REQUIRED, CREDIT_OFF, CREDIT_TOO_MUCH, and CREDIT_SHORT for more than is there.
 */
export async function grantCredit(
  tx: Transaction,
  { owner, asked, goods }: { owner: string; asked: AskedCredit; goods: number },
): Promise<GrantedCredit> {
  const use = { credit: asked.credit ?? 0, points: asked.points ?? 0 }
  if (sumOfCredit(use) === 0) return { use: noCredit }
  if (!isMemberOwner(owner)) throw new ShopError('MEMBER_REQUIRED')
  const settings = await readSettingGroup(tx, 'credit')
  const isOn = { credit: settings.credit_on, points: settings.points_on }
  for (const kind of creditKinds) {
    if (use[kind] === 0 || isOn[kind]) continue
    const message = t('目前無法使用{kind}', { kind: t(creditKindLabels[kind]) })
    throw new ShopError('CREDIT_OFF', { message, fields: { [kind]: message } })
  }
  const most = mostCredit(goods, settings)
  if (sumOfCredit(use) > most) {
    const message = t('這筆訂單最多可折抵 {most}', { most: formatMoney(most) })
    throw new ShopError('CREDIT_TOO_MUCH', { message })
  }
  const account = await lockCreditAccount(tx, owner.slice(2))
  for (const kind of creditKinds) {
    if (use[kind] <= account[kind]) continue
    const message = t('{kind}目前可用 {left}，請重新確認', {
      kind: t(creditKindLabels[kind]),
      left: account[kind].toLocaleString('zh-TW'),
    })
    throw new ShopError('CREDIT_SHORT', { message, fields: { [kind]: message } })
  }
  return { use, account }
}

/** Writes what a new order uses, as it was granted. */
export async function spendCredit(
  tx: Transaction,
  { use, account }: GrantedCredit,
  { orderId, actor }: { orderId: string; actor: Actor },
): Promise<void> {
  if (account) await takeCredit(tx, account, use, { cause: 'order_used', orderId, actor })
}

/**
 * Brings the ledger to what the adjustments of these locked orders say: what an order uses no longer
 * comes back, once, and what it uses again is taken. Every writer of an order's price calls it after
 * its adjustments. Throws CREDIT_SHORT where the member has spent meanwhile what is to be taken again.
 */
export async function followAdjustments(
  tx: Transaction,
  orderIds: readonly string[],
  actor: Actor,
): Promise<void> {
  const wanted = await readWanted(tx, orderIds)
  const known = await readUsedCredit(tx, orderIds)
  const moved = wanted.filter((to) => sumOfCredit(to) > 0 || known.has(to.orderId))
  if (moved.length === 0) return
  await lockCreditAccounts(
    tx,
    moved.map(({ memberId }) => memberId),
  )
  const used = await readUsedCredit(tx, orderIds)
  for (const { orderId, memberId, ...to } of moved) {
    const from = used.get(orderId) ?? noCredit
    await giveCreditBack(tx, orderId, differenceOf(from, to), actor)
    const more = differenceOf(to, from)
    if (sumOfCredit(more) > 0) await takeAgain(tx, { orderId, memberId, actor }, more)
  }
}

const differenceOf = (one: CreditAmounts, other: CreditAmounts): CreditAmounts => ({
  credit: Math.max(0, one.credit - other.credit),
  points: Math.max(0, one.points - other.points),
})

/** Whether the member of an order still has what it is to use again; the account is locked then. */
export async function canUseAgain(
  tx: Transaction,
  orderId: string,
  use: CreditAmounts,
): Promise<boolean> {
  if (sumOfCredit(use) === 0) return true
  const [wanted] = await readWanted(tx, [orderId])
  if (!wanted) return false
  const account = await lockCreditAccount(tx, wanted.memberId)
  const used = (await readUsedCredit(tx, [orderId])).get(orderId) ?? noCredit
  return creditKinds.every((kind) => account[kind] >= use[kind] - used[kind])
}

async function takeAgain(
  tx: Transaction,
  { orderId, memberId, actor }: { orderId: string; memberId: string; actor: Actor },
  more: CreditAmounts,
): Promise<void> {
  const account = await lockCreditAccount(tx, memberId)
  if (creditKinds.some((kind) => account[kind] < more[kind])) throw new ShopError('CREDIT_SHORT')
  await takeCredit(tx, account, more, { cause: 'order_used', orderId, actor })
}

/** Credit and points that orders of members say to use. */
async function readWanted(tx: Transaction, orderIds: readonly string[]) {
  const amount = (kind: CreditKind) => sql`coalesce((
    select -sum(amount_hundredths) / 100 from order_adjustments as used
    where used.order_id = orders.id and used.kind = ${kind}), 0)::float8`
  const { rows } = await tx.execute<
    CreditAmounts & { orderId: string; memberId: string } & Record<string, unknown>
  >(sql`
    select id as "orderId", substr(owner, 3) as "memberId",
      ${amount('credit')} as credit, ${amount('points')} as points
    from orders where id = any(${sql.param([...orderIds])}::text[]) and owner like 'm:%'
    order by id`)
  return rows
}

/** All that these ended orders have used comes back, once. */
export async function giveBackUses(
  tx: Transaction,
  orderIds: readonly string[],
  actor: Actor,
): Promise<void> {
  const used = await readUsedCredit(tx, orderIds)
  if (used.size === 0) return
  await lockCreditAccounts(
    tx,
    [...used.values()].map(({ memberId }) => memberId),
  )
  for (const [orderId, amounts] of used) await giveCreditBack(tx, orderId, amounts, actor)
}

/** The same for an order whose money went back whole before anything of it was sent. */
export async function giveBackOfRefunded(
  tx: Transaction,
  orderId: string,
  actor: Actor,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from orders where id = ${orderId} and payment_state = 'unpaid'
      and refunded_at is not null and state in ('paid', 'preparing')
      and not exists (select from parcels where parcels.order_id = orders.id)`)
  if (rows.length > 0) await giveBackUses(tx, [orderId], actor)
}

/** The same for one that is returned whole without ever having been paid: nobody has fetched it. */
export async function giveBackOfUnpaid(
  tx: Transaction,
  orderId: string,
  actor: Actor,
): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from orders where id = ${orderId} and state = 'returned'
      and paid_at is null and refunded_at is null`)
  if (rows.length > 0) await giveBackUses(tx, [orderId], actor)
}

/**
 * Of what an order has used so much comes back, in whole NT$: credit before points. Gives how much it
 * was, which is less where the order has used less.
 */
export async function giveBackPart(
  tx: Transaction,
  { orderId, amount, actor }: { orderId: string; amount: number; actor: Actor },
): Promise<number> {
  const used = (await readUsedCredit(tx, [orderId])).get(orderId) ?? noCredit
  const credit = Math.min(amount, used.credit)
  const points = Math.min(amount - credit, used.points)
  await giveCreditBack(tx, orderId, { credit, points }, actor)
  return credit + points
}

/** Locks the accounts of which these locked orders use something, before other rows are locked. */
export async function lockAccountsOf(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  const used = await readUsedCredit(tx, orderIds)
  await lockCreditAccounts(
    tx,
    [...used.values()].map(({ memberId }) => memberId),
  )
}
