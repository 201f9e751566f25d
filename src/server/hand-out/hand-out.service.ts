import { sql } from 'drizzle-orm'
import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { HandOutResult } from '#contract/hand-out-states.ts'
import { recordAudit } from '../audit/audit.ts'
import { setHandedOut } from '../campaigns/leader/leader.queries.ts'
import { tickAtHandOut } from '../campaigns/leader-money/tick-at-hand-out.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { type Actor, staffActor } from '../http/actor.ts'
import { lockOrder } from '../orders/back-office/admin-orders.queries.ts'
import {
  deliverOrder,
  type StaffCall,
  shipParcel,
} from '../orders/fulfilment/fulfilment.service.ts'
import { setCodeUsed } from '../orders/hand-out-codes.ts'
import type { OrderSubscriber } from '../orders/order-events.ts'
import { transitionOrder } from '../orders/order-state.queries.ts'
import { subjectOf } from '../orders/order-subject.ts'
import type { OrderRow } from '../orders/order-wire.ts'
import { type FoundHandOut, findHandOut, type Helper } from './hand-outs.queries.ts'

export interface HandOutDeps {
  db: NodePgDatabase
  orderSubscribers: readonly OrderSubscriber[]
}

export interface HandOutCall {
  helper: Helper
  actor: Actor
}

export interface HandOutDone {
  result: HandOutResult
  handOut?: FoundHandOut
}

/**
 * Hands one order out, or undoes that. The state is read again under the lock of the order:
 * of two helpers at once the second finds what the first did.
 */
export function handOutOrder(
  deps: HandOutDeps,
  call: HandOutCall,
  item: { orderId: string; isUndo: boolean; received?: number | undefined },
): Promise<HandOutDone> {
  return transaction(deps.db, async (tx) => {
    if (!item.isUndo && item.received)
      await tick(tx, deps, call, { ...item, received: item.received })
    const order = await lockOrder(tx, item.orderId)
    const found = order && (await findHandOut(tx, { id: item.orderId }, call.helper))
    if (!found) return { result: 'unknown' }
    const judged = item.isUndo ? judgeUndo(found) : judge(found)
    const of = { call, order, found, subscribers: deps.orderSubscribers }
    if (judged === 'handed_out') await giveOut(tx, of)
    else if (judged === 'undo') await takeBack(tx, of)
    else return { result: judged, handOut: found }
    const after = await findHandOut(tx, { id: item.orderId }, call.helper)
    const result = judged === 'undo' ? 'undone' : judged
    return { result, ...(after && { handOut: after }) }
  })
}

/** Money for the leader is ticked by the leader alone: what the staff takes is the shop's. */
async function tick(
  tx: Transaction,
  { orderSubscribers: subscribers }: HandOutDeps,
  { helper, actor }: HandOutCall,
  { orderId, received }: { orderId: string; received: number },
): Promise<void> {
  if (helper === 'staff') return
  const found = await findHandOut(tx, { id: orderId }, helper)
  if (!found?.participation || found.owedToLeader === null) return
  const { groupId } = found.participation
  await tickAtHandOut(tx, { subscribers }, { orderId, groupId, received, actor })
}

function judge(found: FoundHandOut): Exclude<HandOutResult, 'undone' | 'too_late' | 'unknown'> {
  if (found.handedOutAt) return 'already'
  const { participation, state } = found
  if (state === 'cancelled' || state === 'returned' || found.isPaidBack) return 'ended'
  if (found.owedToLeader !== null) return found.owedToLeader === 0 ? 'handed_out' : 'unpaid'
  const isWaiting = participation ? participation.state === 'confirmed' : found.isPaid
  return isWaiting ? 'handed_out' : 'unpaid'
}

function judgeUndo(found: FoundHandOut): 'undo' | 'undone' | 'too_late' {
  if (!found.handedOutAt) return 'undone'
  return found.undoUntil ? 'undo' : 'too_late'
}

interface Change {
  call: HandOutCall
  order: OrderRow
  found: FoundHandOut
  subscribers: readonly OrderSubscriber[]
}

async function giveOut(tx: Transaction, change: Change): Promise<void> {
  const { call, order, found, subscribers } = change
  if (found.participation) {
    await setHandedOut(tx, { ...found.participation, isHandedOut: true })
  } else {
    // Orders of the shop are found by the staff alone.
    const staff: StaffCall = { db: tx, actor: staffActor(call.actor), subscribers }
    if (order.state !== 'shipped') {
      await shipParcel(staff, order.id, { carrier: 'own', isHandedOut: true })
    }
    await deliverOrder(staff, order.id)
    await setCodeUsed(tx, order.id, true)
  }
  await recordHandOut(tx, change, true)
}

async function takeBack(tx: Transaction, change: Change): Promise<void> {
  const { call, order, found, subscribers } = change
  if (found.participation) {
    await setHandedOut(tx, { ...found.participation, isHandedOut: false })
  } else {
    await transitionOrder(tx, order, { event: 'undo_to_shipped', actor: call.actor }, subscribers)
    // One transaction has delivered them, at one time.
    await tx.execute(sql`
      update parcels set delivered_at = null where order_id = ${order.id} and delivered_at =
        (select max(delivered_at) from parcels where order_id = ${order.id})`)
    await setCodeUsed(tx, order.id, false)
  }
  await recordHandOut(tx, change, false)
}

/** Of the staff; the leader's own record is the tick. */
async function recordHandOut(
  tx: Transaction,
  { call, order }: Change,
  isHandedOut: boolean,
): Promise<void> {
  if (call.helper !== 'staff') return
  await recordAudit(tx, staffActor(call.actor), {
    ...{ action: 'order.hand_out', subject: subjectOf(order) },
    ...{ before: { isHandedOut: !isHandedOut }, after: { isHandedOut } },
  })
}
