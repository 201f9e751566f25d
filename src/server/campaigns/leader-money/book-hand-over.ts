import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import type { LeaderWay } from '#contract/campaign-states.ts'
import { recordAudit } from '../../audit/audit.ts'
import { createId } from '../../db/id.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { actorKey, type StaffActor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import { groupSubject } from '../back-office/group-care.service.ts'
import { type AllocateDeps, allocate, deallocate, lockAccountOrders } from './allocate.ts'
import {
  type AccountGroup,
  findAccountGroup,
  findHandOver,
  insertHandOver,
  lockAccount,
  setBooked,
  voidHandOver,
} from './leader-money.queries.ts'

interface StaffCall extends AllocateDeps {
  db: NodePgDatabase
  actor: StaffActor
  intended?: IdempotentRequest | undefined
}

/**
 * Books what the shop received from a leader: from now on it is money of the shop's books, and pays
 * orders whose participants the leader has ticked. What was announced is booked once.
 */
export function bookHandOver(
  call: StaffCall,
  input: {
    groupId: string
    amount: number
    handOverId?: string | undefined
    way: LeaderWay
    note: string
  },
): Promise<void> {
  const { groupId, amount, handOverId, way, note } = input
  return changeAccount(call, groupId, async (tx, group) => {
    const { actor } = call
    const by = actorKey(actor)
    const id = handOverId ?? createId()
    if (handOverId === undefined) {
      await insertHandOver(tx, { id, groupId, amount, way, note, by })
    } else {
      const known = await findHandOver(tx, { id, groupId })
      if (!known) throw new ShopError('HAND_OVER_NOT_FOUND')
      if (known.booked !== null || known.voidedAt) throw new ShopError('HAND_OVER_STATE')
    }
    const orders = await lockAccountOrders(tx, groupId)
    await setBooked(tx, { id, booked: amount, by })
    await allocate(tx, call, { group, orders, actor })
    await recordAudit(tx, actor, {
      action: 'group.hand_over',
      subject: groupSubject(group, group),
      after: { handOverId: id, amount },
    })
  })
}

/**
 * Takes a booked hand-over back; the orders that it paid owe their leader again. One that was only
 * announced is not waited for any more.
 */
export function takeHandOverBack(
  call: StaffCall,
  { groupId, id, reason }: { groupId: string; id: string; reason: string },
): Promise<void> {
  return changeAccount(call, groupId, async (tx, group) => {
    const { actor } = call
    const known = await findHandOver(tx, { id, groupId })
    if (!known) throw new ShopError('HAND_OVER_NOT_FOUND')
    if (known.voidedAt) throw new ShopError('HAND_OVER_STATE')
    const orders = await lockAccountOrders(tx, groupId)
    await voidHandOver(tx, id)
    await deallocate(tx, call, { group, orders, actor })
    // The last order that lost its payment may have been larger than what was missing.
    await allocate(tx, call, { group, orders: await lockAccountOrders(tx, groupId), actor })
    await recordAudit(tx, actor, {
      action: 'group.hand_over_void',
      subject: groupSubject(group, group),
      before: {
        handOverId: id,
        amount: known.booked ?? known.amount,
        isBooked: known.booked !== null,
      },
      after: { reason },
    })
  })
}

function changeAccount(
  { db, intended }: StaffCall,
  groupId: string,
  change: (tx: Transaction, group: AccountGroup) => Promise<void>,
): Promise<void> {
  return transaction(db, async (tx) => {
    await withIdempotency(tx, intended, async () => {
      const group = await findAccountGroup(tx, { id: groupId })
      if (!group) throw new ShopError('LEADER_MONEY_NONE')
      await lockAccount(tx, groupId)
      await change(tx, group)
      return {}
    })
  })
}
