import { eq, sql } from 'drizzle-orm'
import type { LeaderSending } from '#contract/campaign-states.ts'
import { campaigns } from '../../db/tables/campaigns.ts'
import { groups } from '../../db/tables/groups.ts'
import { orders } from '../../db/tables/orders.ts'
import { participations } from '../../db/tables/participations.ts'
import type { Transaction } from '../../db/transaction.ts'
import { ShopError } from '../../http/shop-error.ts'
import { endPayable, setPayable } from '../../orders/back-office/order-batches.queries.ts'
import type { OrderEvent, OrderSubscriber } from '../../orders/order-events.ts'
import type { OrderTransitionEvent } from '../../orders/order-states.ts'
import { isOwedToLeader } from '../../orders/pays-on-delivery.ts'
import { letExpire } from '../../payments/news/order-expiry.jobs.ts'
import { readPayBy } from '../closing/apply-decision.ts'
import { remindToPay, sendTurn } from '../closing/closing.jobs.ts'
import { listHeldOrders } from '../closing/closing.queries.ts'
import { payWithinHours, remindBeforeHours, shopActor } from '../closing/closing-deps.ts'
import { bookCommission, reverseRefunded } from '../commission/commission.ts'
import { changeCounts, lockGroup } from '../group-counts.ts'
import { oweAgain } from '../leader-money/owe-leader.ts'
import { type GroupMailDeps, queueGroupMails } from '../mails/group-mails.ts'
import { mailReached } from '../mails/mail-reached.ts'
import { moveParticipations } from '../moves.queries.ts'
import { sellerMemberId } from '../sellers/place-seller.ts'
import { awaitGoods } from '../supply/awaited-goods.ts'

const places = {
  id: participations.id,
  groupId: participations.groupId,
  campaignId: participations.campaignId,
  memberId: participations.memberId,
  state: participations.state,
  qty: participations.qty,
  money: campaigns.money,
  supply: campaigns.supply,
  toLeader: sql<LeaderSending | null>`case when ${campaigns.paysLeader} then ${campaigns.leaderSending} end`,
  outcome: groups.outcome,
  orderState: orders.state,
  isOwedToLeader,
  sellerMemberId,
}

/** The place of an order, whose row is the lock of both; undefined for every other order. */
async function readPlace(tx: Transaction, orderId: string) {
  const [row] = await tx
    .select(places)
    .from(participations)
    .innerJoin(groups, eq(groups.id, participations.groupId))
    .innerJoin(campaigns, eq(campaigns.id, participations.campaignId))
    .innerJoin(orders, eq(orders.id, participations.orderId))
    .where(eq(participations.orderId, orderId))
  return row
}
type Place = NonNullable<Awaited<ReturnType<typeof readPlace>>>

/** Moves the place of an order with its money, in the transaction of the payment. */
export function followMoney(deps: GroupMailDeps): OrderSubscriber {
  return async (tx, event) => {
    const follow = followers[event.type]
    if (!follow || !('orderId' in event)) return
    const place = await readPlace(tx, event.orderId)
    if (place) await follow(tx, deps, place, event)
  }
}

type OfOrder = Extract<OrderEvent, { orderId: string }>
type Follower = (
  tx: Transaction,
  deps: GroupMailDeps,
  place: Place,
  event: OfOrder,
) => Promise<void>

const followers: Partial<Record<OrderEvent['type'], Follower>> = {
  'order.authorised': countAuthorised,
  'order.on_delivery': confirm,
  'order.fee_lowered': followFee,
  'order.paid': confirm,
  'order.unpaid': waitAgain,
  'order.capture_failed': waitForOtherPayment,
  'order.completed': earn,
  'order.refunded': reverseOfRefund,
}

/** One of a group that is decided stays as it is: the decision releases it, and its card. */
async function countAuthorised(
  tx: Transaction,
  deps: GroupMailDeps,
  place: Place,
  { orderId }: OfOrder,
): Promise<void> {
  if (place.state !== 'held') return
  const group = await lockGroup(tx, place.groupId)
  if (group.state !== 'forming' && group.state !== 'reached' && group.state !== 'closing') return
  const authorised = { event: 'authorise', actor: shopActor, set: { holdUntil: null } } as const
  await Promise.all([endPayable(tx, orderId), moveParticipations(tx, [place], authorised)])
  const counted = { unitsCounted: place.qty, membersCounted: 1 }
  const { state, hasReached } = await changeCounts(tx, group, counted, shopActor)
  if (hasReached) await mailReached(tx, deps.jobs, group.id)
  if (state !== 'closing') return
  const isFull = group.state !== 'closing'
  const isLast = isFull || (await listHeldOrders(tx, group.id)).length === 0
  if (isLast) await sendTurn(tx, deps.jobs, group.id)
}

async function confirm(
  tx: Transaction,
  deps: GroupMailDeps,
  place: Place,
  event: OfOrder,
): Promise<void> {
  // It was to be paid when it is picked up, or by its leader.
  if (place.state === 'confirmed') return earn(tx, deps, place, event)
  if (place.supply === 'order') await awaitGoods(tx, event.orderId)
  const cause: OrderTransitionEvent | undefined = 'cause' in event ? event.cause : undefined
  if (place.state === 'awaiting_payment') {
    return moveParticipations(tx, [place], { event: 'pay', actor: event.actor })
  }
  if (place.state !== 'authorised' || cause === 'record_payment') {
    throw new ShopError('ORDER_GROUP_OPEN')
  }
  await moveParticipations(tx, [place], { event: 'capture', actor: event.actor })
  await queueGroupMails(deps, tx, 'captured', [place.id])
}

/** A place has the total of its order. */
async function followFee(
  tx: Transaction,
  _deps: GroupMailDeps,
  { id }: Place,
  event: OfOrder,
): Promise<void> {
  if (event.type !== 'order.fee_lowered') return
  const { finalTotal, quotedTotal, version } = participations
  await tx
    .update(participations)
    .set({
      finalTotal: sql`${finalTotal} - ${event.amount}`,
      quotedTotal: sql`case when ${finalTotal} is null then ${quotedTotal} - ${event.amount}
        else ${quotedTotal} end`,
      version: sql`${version} + 1`,
    })
    .where(eq(participations.id, id))
}

/** Of what is sent before its leader hands the money over, nothing is earned before that. */
async function earn(
  tx: Transaction,
  _deps: GroupMailDeps,
  place: Place,
  { orderId }: OfOrder,
): Promise<void> {
  if (place.orderState !== 'completed' || place.isOwedToLeader) return
  await bookCommission(tx, place, orderId)
}

/** A payment that was taken back: the place has its time once more. */
async function waitAgain(
  tx: Transaction,
  { jobs }: GroupMailDeps,
  place: Place,
  { orderId, actor }: OfOrder,
): Promise<void> {
  if (place.toLeader !== null) {
    await moveParticipations(tx, [place], { event: 'unpay', actor, set: { payBy: null } })
    await oweAgain(tx, { ...place, sending: place.toLeader, orderId, actor })
    return
  }
  const payBy = await readPayBy(tx)
  // An order whose card was authorised is not payable.
  await setPayable(tx, orderId, payBy)
  await moveParticipations(tx, [place], { event: 'unpay', actor, set: { payBy } })
  await letExpire(tx, jobs, orderId, { at: payBy })
  await remindLater(tx, jobs, place.id)
}

/** Success stands: what the card refused may be paid in every other way. */
async function waitForOtherPayment(
  tx: Transaction,
  deps: GroupMailDeps,
  place: Place,
  { orderId }: OfOrder,
): Promise<void> {
  if (place.state !== 'authorised') return
  const payBy = await readPayBy(tx)
  await setPayable(tx, orderId, payBy)
  await moveParticipations(tx, [place], {
    event: 'capture_failed',
    actor: shopActor,
    set: { payBy },
  })
  await queueGroupMails(deps, tx, 'capture_failed', [place.id])
  await letExpire(tx, deps.jobs, orderId, { at: payBy })
  await remindLater(tx, deps.jobs, place.id)
}

/** A refund of a payment that does not count for the order leaves the commission. */
async function reverseOfRefund(
  tx: Transaction,
  _deps: GroupMailDeps,
  _place: Place,
  event: OfOrder,
): Promise<void> {
  if (event.type === 'order.refunded' && event.isOfOrder) await reverseRefunded(tx, event.orderId)
}

function remindLater(
  tx: Transaction,
  jobs: GroupMailDeps['jobs'],
  participationId: string,
): Promise<void> {
  const delaySeconds = (payWithinHours - remindBeforeHours) * 60 * 60
  return jobs.send(tx, remindToPay, { participationId }, { delaySeconds })
}
