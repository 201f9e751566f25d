import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import { lockAccountsOf } from '../../credit/order-use.ts'
import { groups } from '../../db/tables/groups.ts'
import { participations } from '../../db/tables/participations.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { lockOrders } from '../../orders/back-office/order-batches.queries.ts'
import { repriceOrders } from '../../orders/back-office/reprice-orders.ts'
import { readSoldPieces } from '../../orders/fulfilment/parcels.queries.ts'
import { expireOrder } from '../../payments/news/order-expiry.jobs.ts'
import { captureAuthorised, voidAuthorised } from '../../payments/paying/authorisation.jobs.ts'
import { payNothing } from '../../payments/paying/pay-nothing.ts'
import { lockCountingPayment, type PaymentRow } from '../../payments/payments.queries.ts'
import { releasePart } from '../../stock/order-stock.ts'
import type { HeldQuantity } from '../../stock/stock-holds.queries.ts'
import { isCounted } from '../counted-places.ts'
import { changeCounts, lockGroup } from '../group-counts.ts'
import { lessenMemberUnits } from '../join/member-units.queries.ts'
import { oweLeader } from '../leader-money/owe-leader.ts'
import { queueGroupMails } from '../mails/group-mails.ts'
import { moveParticipations } from '../moves.queries.ts'
import { remindToPay } from './closing.jobs.ts'
import { type AppliedDecision, readDecision } from './closing.queries.ts'
import { type ClosingDeps, payWithinHours, remindBeforeHours, shopActor } from './closing-deps.ts'
import type { DecidedPlace, DecisionBatch } from './decision-batch.ts'
import { releasePlaces } from './release-places.ts'

/** Few: a shopper who pays, changes or leaves waits as long as the order of the place is locked. */
const batchSize = 10

/** Applies the decision to each place that it has not reached yet, a batch for each transaction. */
export async function applyDecision(deps: ClosingDeps, groupId: string): Promise<void> {
  const decision = await readDecision(deps.db, groupId)
  if (!decision) return
  const applyAfter = (seq: number) =>
    transaction(deps.db, (tx) => applyBatch(tx, deps, decision, seq))
  // Going on behind the last batch saves walking what is applied; what it left is asked for again.
  let seq = 0
  for (let isOver = false; !isOver; ) {
    const last = await applyAfter(seq)
    isOver = seq === 0 && last === 0
    seq = last
  }
}

/**
 * Gives the place of the last participation that it looked at, 0 where there was none behind `seq`.
 * Locks: orders, then credit, stock, members and the group at the very end. Single statements that need no
 * answer of each other are sent together, so that the locks last for fewer round trips. Of functions
 * that send several, one at a time: after a failure the others would go on outside the transaction.
 */
async function applyBatch(
  tx: Transaction,
  deps: ClosingDeps,
  decision: AppliedDecision,
  seq: number,
): Promise<number> {
  const [, found, payBy] = await Promise.all([
    // Its locks do not wait for the disk. Later commits flush a batch with them, so that a crash
    // loses nothing that anything was built on: the last batches at most, which are applied again.
    tx.execute(sql`set local synchronous_commit = off`),
    listUnapplied(tx, decision.group.id, seq),
    readPayBy(tx),
  ])
  const last = found.at(-1)
  if (!last) return 0
  const [orders, places] = await Promise.all([
    lockOrders(
      tx,
      found.map(({ orderId }) => orderId),
    ),
    readUnapplied(
      tx,
      found.map(({ id }) => id),
    ),
  ])
  // Before stock and group: some of them may come back with the final price.
  await lockAccountsOf(
    tx,
    orders.map(({ id }) => id),
  )
  const wanted = places.filter((place) => isKept(place, decision))
  const isPaidLater = decision.money === 'pay_after_success'
  const attempts = isPaidLater ? undefined : await lockAttempts(tx, wanted)
  // Without an authorisation there is nothing to capture: such a place must not stop the others.
  const kept = wanted.filter(({ orderId }) => !attempts || attempts.has(orderId))
  const released = places.filter((place) => !kept.includes(place))
  if (decision.toLeader) await letPayLeader(tx, deps, { decision, payBy, orders, places: kept })
  else if (attempts) await capture(tx, deps, { decision, payBy, orders, places: kept }, attempts)
  else await letPay(tx, deps, { decision, payBy, orders, places: kept })
  for (const [, same] of Map.groupBy(released, ({ needsProof }) => needsProof)) {
    await releasePlaces(tx, deps, { decision, payBy, orders, places: same })
  }
  return last.seq
}

// A kept authorisation stays so until its capture; its final total marks it as applied.
const isUnapplied = sql`(${participations.state} = 'held'
  or ${participations.state} = 'authorised' and ${participations.finalTotal} is null)`

const placeColumns = {
  id: participations.id,
  groupId: participations.groupId,
  campaignId: participations.campaignId,
  memberId: participations.memberId,
  orderId: participations.orderId,
  qty: participations.qty,
  needsProof: participations.needsProof,
  state: participations.state,
  seq: participations.seq,
}

function listUnapplied(tx: Transaction, groupId: string, after: number): Promise<DecidedPlace[]> {
  return tx
    .select(placeColumns)
    .from(participations)
    .where(and(eq(participations.groupId, groupId), gt(participations.seq, after), isUnapplied))
    .orderBy(asc(participations.seq))
    .limit(batchSize)
}

/** As they are once their orders are locked: others may have applied them meanwhile. */
function readUnapplied(tx: Transaction, ids: string[]): Promise<DecidedPlace[]> {
  return tx
    .select(placeColumns)
    .from(participations)
    .where(and(inArray(participations.id, ids), isUnapplied))
    .orderBy(asc(participations.seq))
}

function isKept(place: DecidedPlace, { outcome, money, leftOut }: AppliedDecision): boolean {
  return outcome === 'succeeded' && isCounted(money, place) && !leftOut.has(place.id)
}

/** Kept places are to be paid at the final price. */
async function letPay(tx: Transaction, deps: ClosingDeps, batch: DecisionBatch): Promise<void> {
  const { orders, places, payBy } = batch
  if (places.length === 0) return
  const { jobs } = deps
  const pieces = await piecesOfCut(tx, batch)
  const totals = await reprice(tx, batch, payBy)
  // An order of NT$0 is paid at once, and has the mail of that.
  const free = orders.filter(({ id }) => totals.get(id) === 0)
  const owing = places.filter(({ orderId }) => totals.get(orderId) !== 0)
  const ids = owing.map(({ id }) => id)
  const hours = 60 * 60
  const expiries = owing.map(({ orderId }) => ({ orderId, asks: 0 }))
  const reminders = ids.map((participationId) => ({ participationId }))
  const remindAfter = (payWithinHours - remindBeforeHours) * hours
  await Promise.all([
    setFinal(tx, batch, totals),
    moveParticipations(tx, places, { event: 'fall_due', actor: shopActor, set: { payBy } }),
  ])
  for (const order of free) {
    await payNothing(tx, deps, { order: { ...order, total: 0 }, actor: shopActor })
  }
  await Promise.all([
    queueGroupMails(deps, tx, 'succeeded', ids),
    jobs.sendAll(tx, expireOrder, expiries, { delaySeconds: payWithinHours * hours }),
    jobs.sendAll(tx, remindToPay, reminders, { delaySeconds: remindAfter }),
  ])
  await giveBackCut(tx, batch, pieces)
}

/** Kept places owe their leader the final price, without a deadline. */
async function letPayLeader(
  tx: Transaction,
  deps: ClosingDeps,
  batch: DecisionBatch,
): Promise<void> {
  const { decision, orders, places } = batch
  if (places.length === 0) return
  const pieces = await piecesOfCut(tx, batch)
  const totals = await reprice(tx, batch)
  await setFinal(tx, batch, totals)
  await moveParticipations(tx, places, { event: 'fall_due', actor: shopActor })
  await oweLeader(tx, deps, { ...decision, sending: decision.toLeader, places, orders, totals })
  // An order of NT$0 is paid already, and has the mail of that.
  const owing = places.filter(({ orderId }) => totals.get(orderId) !== 0)
  await queueGroupMails(
    deps,
    tx,
    'succeeded',
    owing.map(({ id }) => id),
  )
  await giveBackCut(tx, batch, pieces)
}

type Attempts = ReadonlyMap<string, PaymentRow>

/** The counting payments of the orders of places, by order. */
async function lockAttempts(tx: Transaction, places: readonly DecidedPlace[]): Promise<Attempts> {
  const attempts = new Map<string, PaymentRow>()
  for (const { orderId } of places) {
    const attempt = await lockCountingPayment(tx, orderId)
    if (attempt) attempts.set(orderId, attempt)
  }
  return attempts
}

/** Kept authorisations are captured at the final price, by jobs. */
async function capture(
  tx: Transaction,
  deps: ClosingDeps,
  batch: DecisionBatch,
  attempts: Attempts,
): Promise<void> {
  const { places, orders } = batch
  if (places.length === 0) return
  const pieces = await piecesOfCut(tx, batch)
  const totals = await reprice(tx, batch)
  await setFinal(tx, batch, totals)
  for (const order of orders) {
    const attempt = attempts.get(order.id)
    if (!attempt) continue
    const total = totals.get(order.id) ?? 0
    if (total > 0) await captureAuthorised(tx, deps.jobs, { attempt, amount: total })
    else {
      // A coupon rounds the price of a few dollars down to nothing.
      await voidAuthorised(tx, deps.jobs, attempt)
      await payNothing(tx, deps, { order: { ...order, total }, actor: shopActor })
    }
  }
  await giveBackCut(tx, batch, pieces)
}

/** Orders get their final totals, and the one that is cut its final quantity. */
function reprice(
  tx: Transaction,
  { decision, places }: DecisionBatch,
  payableUntil?: Date,
): Promise<Map<string, number>> {
  const { cut, prices } = decision
  return repriceOrders(
    tx,
    places.map(({ id, orderId }) => ({
      orderId,
      prices,
      ...(cut?.id === id && { qty: cut.qty }),
    })),
    { actor: shopActor, payableUntil },
  )
}

/** The same for the places. */
async function setFinal(
  tx: Transaction,
  { decision: { cut }, places }: DecisionBatch,
  totals: ReadonlyMap<string, number>,
): Promise<void> {
  const final = places.map(({ id, orderId, qty }) => ({
    id,
    total: totals.get(orderId),
    qty: cut?.id === id ? cut.qty : qty,
  }))
  await tx.execute(sql`
    update participations as place set final_total = final.total, qty = final.qty
    from jsonb_to_recordset(${JSON.stringify(final)}::jsonb)
      as final (id text, total bigint, qty integer)
    where place.id = final.id`)
}

/** The pieces of the place that is cut, by the id in stock. */
async function piecesOfCut(tx: Transaction, { decision: { cut }, places }: DecisionBatch) {
  const place = cut && places.find(({ id }) => id === cut.id)
  return place ? readSoldPieces(tx, place.orderId) : []
}

/** The pieces that the cut place no longer needs, last. */
async function giveBackCut(
  tx: Transaction,
  { decision, places }: DecisionBatch,
  before: readonly HeldQuantity[],
): Promise<void> {
  const { cut, group } = decision
  const place = cut && places.find(({ id }) => id === cut.id)
  if (!cut || !place) return
  const units = place.qty - cut.qty
  const left = await readSoldPieces(tx, place.orderId)
  for (const { variantId, qty } of before) {
    const spare = qty - (left.find((kept) => kept.variantId === variantId)?.qty ?? 0)
    if (spare > 0) await releasePart(tx, place.orderId, { variantId, qty: spare }, shopActor)
  }
  await lessenMemberUnits(tx, group.campaignId, [{ memberId: place.memberId, units }])
  const locked = await lockGroup(tx, group.id)
  await changeCounts(tx, locked, { unitsTaken: -units, unitsCounted: -units }, shopActor)
}

export async function readPayBy(tx: Transaction): Promise<Date> {
  const [row] = await tx
    .select({
      payBy: sql`shop_now() + ${payWithinHours} * interval '1 hour'`.mapWith(groups.expiresAt),
    })
    .from(sql`(values (1)) as once`)
  if (!row) throw new Error('the time came back empty')
  return row.payBy
}
