import { eq, sql } from 'drizzle-orm'
import { recordAudit } from '../audit/audit.ts'
import { changeCounts, lockGroup } from '../campaigns/group-counts.ts'
import { lessenMemberUnits } from '../campaigns/join/member-units.queries.ts'
import { type GroupMailDeps, queueGroupMails } from '../campaigns/mails/group-mails.ts'
import type { CreditAmounts } from '../credit/ledger.ts'
import { canUseAgain } from '../credit/order-use.ts'
import type { Db } from '../db/connect.ts'
import { orderLines, orders } from '../db/tables/orders.ts'
import { participations } from '../db/tables/participations.ts'
import type { Transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { removeMailsOfRun } from '../mail/outbox.queries.ts'
import { lockOrder } from '../orders/back-office/admin-orders.queries.ts'
import { readUse, writeUse } from '../orders/back-office/change-lines.ts'
import { type Repricing, repriceOrders } from '../orders/back-office/reprice-orders.ts'
import { lastRunOfGoods } from '../orders/back-office/undo-run.service.ts'
import { isInHands, listOrdersById } from '../orders/fulfilment/packing.queries.ts'
import {
  readParcels,
  readShippableLines,
  type ShippableLine,
} from '../orders/fulfilment/parcels.queries.ts'
import { transitionOrder } from '../orders/order-state.queries.ts'
import { subjectOf } from '../orders/order-subject.ts'
import { writeOrderTerms } from '../orders/order-terms.ts'
import type { OrderRow } from '../orders/order-wire.ts'
import { recordOrderEvent } from '../orders/orders.queries.ts'
import {
  callOffRefund,
  type RefundDeps,
  readRefundable,
  requestRefund,
} from '../payments/refunds/refunds.service.ts'
import type { EntryChange } from '../runs/run-action.ts'
import { findLive } from '../shipments/shipments.queries.ts'
import { release, releasePart } from '../stock/order-stock.ts'
import { readHolds } from '../stock/stock-holds.queries.ts'
import { endAllotment, insertAllotment, lacksGoods, lockAllotment } from './arrival.queries.ts'
import { refundOf, takesAll } from './plan-arrival.ts'

export interface LessenedLine {
  lineId: string
  /** Pieces as they were when it was planned, and as they are to be. */
  ordered: number
  given: number
}

type LineRow = typeof orderLines.$inferSelect

/** The order as it was before. */
export interface Lessened {
  /** Absent of an order that gets nothing: it stays as it is until the run is settled. */
  lines?: LineRow[]
  /** Credit and points that it used. */
  used?: CreditAmounts
}

const changedMessage = '訂單已有變更，未分配'
const labelledMessage = '已有寄件單，未分配'
const fewerReason = '到貨數量不足'

/** The shopper reads it on the order and in the mail of its cancellation. */
export function nothingReason({ payment }: Pick<OrderRow, 'payment'>): string {
  const what = '到貨數量不足，這次沒有分到商品'
  return payment === 'paid' ? `${what}，款項全額退回` : what
}

/** An order in its entry, as it was found. */
interface Found {
  change: EntryChange
  order: OrderRow
  place: Place
  /** Money of it that is not given back, in whole NT$. */
  left: number
  /** Whether it is given pieces that are not shipped yet. */
  isToShip: boolean
}

/**
 * Lessens an order to what it is given, in the transaction of its entry: lines, price, place, counts
 * and holds; the difference is a refund that is held back. Throws ORDER_STATE for an order that has
 * changed since the plan.
 */
export async function lessenOrder(
  deps: RefundDeps & GroupMailDeps,
  change: EntryChange,
  planned: readonly LessenedLine[],
): Promise<Lessened> {
  const { tx, entry } = change
  const order = await lockOrder(tx, entry.subjectId ?? '')
  if (!order) throw new ShopError('ORDER_NOT_FOUND')
  const place = await readPlace(tx, order.id)
  const [known] = await listOrdersById(tx, [order.id])
  const isOpen = isInHands(order) && known?.isPaidBack === false
  const lines = await readShippableLines(tx, order.id)
  if (place?.state !== 'confirmed' || !isOpen || !isAsPlanned(lines, planned)) {
    throw new ShopError('ORDER_STATE', { message: changedMessage })
  }
  // The parcel is packed with what was ordered.
  if (await findLive(tx, order.id)) {
    throw new ShopError('ORDER_STATE', { message: labelledMessage })
  }
  const given = new Map(planned.map(({ lineId, given: pieces }) => [lineId, pieces]))
  const isToShip = lines.some(({ id, shipped }) => (given.get(id) ?? 0) > shipped)
  const found = { change, order, place, left: await readRefundable(tx, order), isToShip }
  return sum(given.values()) === 0 ? giveNothing(deps, found) : giveFewer(deps, found, given)
}

function isAsPlanned(lines: readonly ShippableLine[], planned: readonly LessenedLine[]): boolean {
  const plans = new Map(planned.map((plan) => [plan.lineId, plan]))
  return (
    lines.length === planned.length &&
    lines.every(({ id, qty, shipped }) => {
      const plan = plans.get(id)
      return plan?.ordered === qty && shipped <= plan.given
    })
  )
}

/** The order stays as it is, with nothing to ship, until the run is settled. */
async function giveNothing(
  deps: RefundDeps,
  { change: { tx, actor, run }, order, place, left }: Found,
): Promise<Lessened> {
  const { id: orderId } = order
  const reason = nothingReason(order)
  await recordOrderEvent(tx, { orderId, kind: 'changed', actor, detail: { reason } })
  await release(tx, orderId, actor)
  await setAwaitsGoods(tx, orderId, true)
  const refund = { orderId, amount: left, reason, actor, isHeldBack: true }
  const refundId = left > 0 ? await requestRefund(tx, deps, refund) : undefined
  await record(tx, { actor, run, order, place }, { given: 0, refund: left, refundId })
  return {}
}

async function giveFewer(
  deps: RefundDeps & GroupMailDeps,
  { change: { tx, actor, run }, order, place, left, isToShip }: Found,
  given: ReadonlyMap<string, number>,
): Promise<Lessened> {
  const { id: orderId } = order
  const before = await readLines(tx, orderId)
  const used = await readUse(tx, orderId)
  const total = await reprice(tx, { orderId, prices: pricesOf(before), quantities: given }, actor)
  await releaseUnneeded(tx, orderId, actor)
  const amount = refundOf({ total: order.total, left }, total)
  // Paid back since the plan, its goods could not be shipped any more.
  if (isToShip && takesAll({ left, amount })) {
    throw new ShopError('ORDER_STATE', { message: changedMessage })
  }
  const refund = { orderId, amount, reason: fewerReason, actor, isOfChange: true, isHeldBack: true }
  const refundId = amount > 0 ? await requestRefund(tx, deps, refund) : undefined
  const pieces = sum(given.values())
  await record(tx, { actor, run, order, place }, { given: pieces, refund: amount, refundId })
  await setPlace(tx, place.id, { qty: pieces, finalTotal: total })
  await setAwaitsGoods(tx, orderId, await lacksGoods(tx, place.campaignId, orderId))
  await closeShipped(deps, tx, { order, actor })
  await queueGroupMails(deps, tx, 'fewer', [place.id], {
    runId: run.id,
    pieces: before.flatMap(({ id, product, qty: ordered }) => {
      const { title, titleInEnglish } = product
      const now = given.get(id) ?? 0
      return now < ordered ? [{ title, titleInEnglish, ordered, given: now }] : []
    }),
    refund: amount,
  })
  // Last: members, then the group.
  await changeUnits(tx, { place, units: pieces - place.qty, actor })
  return { lines: before, used }
}

/**
 * Restores an order, whose holds follow with those of the others; false when its goods or its money
 * were changed since, or its refund has started.
 */
export async function restoreOrder(
  { tx, actor, run, entry }: EntryChange,
  awaitsGoods: boolean,
): Promise<boolean> {
  const order = await lockOrder(tx, entry.subjectId ?? '')
  const place = order && (await readPlace(tx, order.id))
  if (!order || place?.state !== 'confirmed' || place.handedOutAt !== null) return false
  if (!isInHands(order) || (await lastRunOfGoods(tx, order.id)) !== run.id) return false
  if (await findLive(tx, order.id)) return false
  const allotment = await lockAllotment(tx, { runId: run.id, orderId: order.id })
  if (!allotment) return false
  const { refundId } = allotment
  // Written by `lessenOrder`.
  const { lines, used } = (entry.undo ?? {}) as unknown as Lessened
  // Its member may have spent elsewhere what came back.
  if (used && !(await canUseAgain(tx, order.id, used))) return false
  if (refundId && !(await callOffRefund(tx, refundId))) return false
  await endAllotment(tx, allotment.id, 'undoneAt')
  await removeMailsOfRun(tx, { runId: run.id, orderId: order.id })
  if (lines) {
    await putBackLines(tx, order.id, lines)
    if (used) await writeUse(tx, order.id, used)
    const prices = pricesOf(lines)
    const total = await reprice(tx, { orderId: order.id, prices, keepsUse: true }, actor)
    await setPlace(tx, place.id, { qty: allotment.ordered, finalTotal: total })
  }
  // Not to be packed before its holds are back.
  const lacks = await lacksGoods(tx, place.campaignId, order.id)
  await setAwaitsGoods(tx, order.id, awaitsGoods || lacks)
  await recordOrderEvent(tx, { orderId: order.id, kind: 'undone', actor })
  await recordAudit(tx, actor, {
    ...{ action: 'order.undo', subject: subjectOf(order) },
    ...{ before: { pieces: allotment.given }, after: { pieces: allotment.ordered } },
  })
  if (lines) await changeUnits(tx, { place, units: allotment.ordered - place.qty, actor })
  return true
}

const sum = (pieces: Iterable<number>) => [...pieces].reduce((total, qty) => total + qty, 0)
/** In whole NT$ for one piece, by the id in stock. */
const pricesOf = (lines: readonly LineRow[]) =>
  new Map(lines.map((line) => [line.variantId ?? line.productId, line.unitPrice ?? 0]))

/** Gives the new total, in whole NT$. */
async function reprice(
  tx: Transaction,
  repricing: Repricing,
  actor: EntryChange['actor'],
): Promise<number> {
  const { orderId } = repricing
  const totals = await repriceOrders(tx, [repricing], { actor })
  await writeOrderTerms(tx, [orderId])
  return totals.get(orderId) ?? 0
}

type Place = NonNullable<Awaited<ReturnType<typeof readPlace>>>

async function readPlace(db: Db, orderId: string) {
  const [row] = await db
    .select({
      id: participations.id,
      groupId: participations.groupId,
      campaignId: participations.campaignId,
      memberId: participations.memberId,
      state: participations.state,
      qty: participations.qty,
      handedOutAt: participations.handedOutAt,
    })
    .from(participations)
    .where(eq(participations.orderId, orderId))
  return row
}

function readLines(db: Db, orderId: string): Promise<LineRow[]> {
  return db.select().from(orderLines).where(eq(orderLines.orderId, orderId)).orderBy(orderLines.id)
}

async function putBackLines(tx: Transaction, orderId: string, lines: readonly LineRow[]) {
  await tx.delete(orderLines).where(eq(orderLines.orderId, orderId))
  await tx
    .insert(orderLines)
    .values(lines.map(({ title: _, unit: __, unitPrice: ___, ...line }) => line))
}

async function setAwaitsGoods(tx: Transaction, id: string, awaitsGoods: boolean): Promise<void> {
  await tx.update(orders).set({ awaitsGoods }).where(eq(orders.id, id))
}

async function setPlace(
  tx: Transaction,
  id: string,
  { qty, finalTotal }: { qty: number; finalTotal: number },
): Promise<void> {
  await tx
    .update(participations)
    .set({ qty, finalTotal, version: sql`${participations.version} + 1` })
    .where(eq(participations.id, id))
}

/** Pieces that an order holds beyond what it still ships. */
async function releaseUnneeded(
  tx: Transaction,
  orderId: string,
  actor: EntryChange['actor'],
): Promise<void> {
  const wanted = new Map<string, number>()
  for (const { variantId, qty, shipped } of await readShippableLines(tx, orderId)) {
    wanted.set(variantId, (wanted.get(variantId) ?? 0) + qty - shipped)
  }
  for (const { variantId, qty } of await readHolds(tx, orderId)) {
    const spare = qty - (wanted.get(variantId) ?? 0)
    if (spare > 0) await releasePart(tx, orderId, { variantId, qty: spare }, actor)
  }
}

/** An order of which nothing is left to ship is shipped; it cannot be undone any more. */
async function closeShipped(
  { subscribers }: RefundDeps,
  tx: Transaction,
  { order, actor }: { order: OrderRow; actor: EntryChange['actor'] },
): Promise<void> {
  const lines = await readShippableLines(tx, order.id)
  if (lines.some(({ qty, shipped }) => qty > shipped)) return
  await transitionOrder(tx, order, { event: 'close_rest', actor }, subscribers)
  const parcels = await readParcels(tx, order.id)
  if (!parcels.every(({ parcel }) => parcel.deliveredAt !== null)) return
  const shipped = { ...order, state: 'shipped' } as const
  await transitionOrder(tx, shipped, { event: 'deliver', actor }, subscribers)
}

async function record(
  tx: Transaction,
  of: Pick<EntryChange, 'actor' | 'run'> & { order: OrderRow; place: Place },
  { given, refund, refundId }: { given: number; refund: number; refundId: string | undefined },
): Promise<void> {
  const { actor, run, order, place } = of
  const { campaignId, qty: ordered } = place
  const ids = { campaignId, orderId: order.id, runId: run.id, refundId: refundId ?? null }
  await insertAllotment(tx, { ...ids, ordered, given })
  await recordAudit(tx, actor, {
    ...{ action: 'campaign.arrival', subject: subjectOf(order) },
    ...{ before: { pieces: ordered }, after: { pieces: given, refund } },
  })
}

async function changeUnits(
  tx: Transaction,
  { place, units, actor }: { place: Place; units: number; actor: EntryChange['actor'] },
): Promise<void> {
  const { campaignId, groupId, memberId } = place
  await lessenMemberUnits(tx, campaignId, [{ memberId, units: -units }])
  const group = await lockGroup(tx, groupId)
  await changeCounts(tx, group, { unitsTaken: units, unitsCounted: units }, actor)
}
