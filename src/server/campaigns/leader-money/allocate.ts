import { and, eq, notInArray } from 'drizzle-orm'
import { leaderAheadMethod, leaderMethod } from '#contract/payments.ts'
import { createId } from '../../db/id.ts'
import { refunds } from '../../db/tables/payments.ts'
import type { Transaction } from '../../db/transaction.ts'
import type { Actor, StaffActor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { lockOrders } from '../../orders/back-office/order-batches.queries.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { transitionOrder } from '../../orders/order-state.queries.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import { insertPayment } from '../../payments/payments.queries.ts'
import {
  type AccountGroup,
  listReceipts,
  type PlaceSums,
  readPlaceSums,
  readUnallocated,
} from './leader-money.queries.ts'
import { goAhead, goBack } from './owe-leader.ts'

export interface AllocateDeps {
  subscribers: readonly OrderSubscriber[]
}

type Locked = ReadonlyMap<string, OrderRow>

/** Locks the orders of a group that its leader's money may pay, or has paid, in the order of their ids. */
export async function lockAccountOrders(tx: Transaction, groupId: string): Promise<Locked> {
  const ids = (await readPlaceSums(tx, { groupId }))
    .filter(({ isOwed, settled }) => isOwed || settled > 0)
    .map(({ orderId }) => orderId)
  const locked = await lockOrders(tx, ids)
  return new Map(locked.map((order) => [order.id, order]))
}

/**
 * Pays orders with what was booked and pays none yet: those whose money the leader has received whole,
 * in the order in which it was. An order that the rest does not cover waits, and later ones are tried.
 * Then goods go ahead of the money, or wait for it again, as the ticks are now.
 */
export async function allocate(
  tx: Transaction,
  deps: AllocateDeps,
  { group, orders, actor }: { group: AccountGroup; orders: Locked; actor: Actor },
): Promise<void> {
  const places = await readPlaceSums(tx, { groupId: group.id })
  let left = await readUnallocated(tx, group.id)
  const paid = new Set<string>()
  if (left > 0) {
    const completedAt = await readCompletion(tx, group.id, places)
    const whole = places
      .filter(isWhole)
      .sort((a, b) =>
        compare(completedAt.get(a.participationId), completedAt.get(b.participationId)),
      )
    for (const { orderId, total } of whole) {
      const order = orders.get(orderId)
      if (!order || total > left) continue
      await payOrder(tx, deps, order)
      paid.add(orderId)
      left -= total
    }
  }
  if (group.sending !== 'tick') return
  for (const place of places) {
    const { orderId, state, paymentMethod, orderState } = place
    const of = {
      id: place.participationId,
      groupId: group.id,
      campaignId: group.campaignId,
      orderId,
    }
    if (!place.isOwed || paid.has(orderId) || !orders.has(orderId)) continue
    if (isWhole(place) && state === 'awaiting_payment') {
      await goAhead(tx, [of], { supply: group.supply, actor })
    }
    const isTakenBack = !isWhole(place) && paymentMethod === leaderAheadMethod
    // An order that is being prepared goes on: the shop decides about its goods.
    if (isTakenBack && orderState === 'placed') await goBack(tx, of, actor)
  }
}

function isWhole({ isOwed, received, total }: PlaceSums): boolean {
  return isOwed && received >= total
}

const compare = (a = '', b = '') => (a < b ? -1 : a > b ? 1 : 0)

/** The tick with which the money of each place was whole; ids grow with time. */
async function readCompletion(
  tx: Transaction,
  groupId: string,
  places: readonly PlaceSums[],
): Promise<Map<string, string>> {
  const totals = new Map(places.map(({ participationId, total }) => [participationId, total]))
  const sums = new Map<string, number>()
  const completed = new Map<string, string>()
  for (const { id, participationId, amount } of await listReceipts(tx, groupId)) {
    const sum = (sums.get(participationId) ?? 0) + amount
    sums.set(participationId, sum)
    if (sum < (totals.get(participationId) ?? 0)) completed.delete(participationId)
    else if (!completed.has(participationId)) completed.set(participationId, id)
  }
  return completed
}

async function payOrder(tx: Transaction, deps: AllocateDeps, order: OrderRow): Promise<void> {
  const id = createId()
  await insertPayment(tx, {
    ...{ id, orderId: order.id, amount: order.total, reference: id },
    ...{ provider: 'manual', method: leaderMethod, status: 'succeeded' },
  })
  const paid = {
    event: 'pay',
    actor: { kind: 'system' },
    method: leaderMethod,
    detail: { attemptId: id },
  } as const
  await transitionOrder(tx, order, paid, deps.subscribers)
}

/**
 * Takes payments back until what is booked covers the rest, the last ones first. Throws
 * HAND_OVER_SPENT where too few of their orders are untouched.
 */
export async function deallocate(
  tx: Transaction,
  deps: AllocateDeps,
  { group, orders, actor }: { group: AccountGroup; orders: Locked; actor: StaffActor },
): Promise<void> {
  let missing = -(await readUnallocated(tx, group.id))
  if (missing <= 0) return
  const places = await readPlaceSums(tx, { groupId: group.id })
  const completedAt = await readCompletion(tx, group.id, places)
  const settled = places
    .filter((place) => place.settled > 0 && place.orderState === 'paid')
    .sort((a, b) => compare(completedAt.get(b.participationId), completedAt.get(a.participationId)))
  for (const place of settled) {
    if (missing <= 0) break
    const order = orders.get(place.orderId)
    if (!order || (await hasRefund(tx, order.id))) continue
    await transitionOrder(tx, order, { event: 'withdraw_payment', actor }, deps.subscribers)
    missing -= place.settled
  }
  if (missing > 0) throw new ShopError('HAND_OVER_SPENT')
}

/** One of a change counts as well: what went back would be owed to the leader again. */
async function hasRefund(tx: Transaction, orderId: string): Promise<boolean> {
  const isOfOrder = and(
    eq(refunds.orderId, orderId),
    notInArray(refunds.state, ['failed', 'dropped']),
  )
  return (await tx.$count(refunds, isOfOrder)) > 0
}
