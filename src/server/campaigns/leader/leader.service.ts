import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { ShopError } from '../../http/shop-error.ts'
import { readCanMail } from '../../mail/mail-server.ts'
import { closeEarly } from '../back-office/campaign-steps.service.ts'
import { lockGroup } from '../group-counts.ts'
import { assertOpen } from '../join/join-refusals.ts'
import { type GroupMailDeps, queueGroupMails } from '../mails/group-mails.ts'
import { findLedGroup, lockUnpaid, recordReminder, setHandedOut } from './leader.queries.ts'

export interface LeaderDeps extends GroupMailDeps {
  db: NodePgDatabase
}

/** A call of whoever leads the group with this code; for everybody else there is no such group. */
export interface LeaderCall {
  code: string
  memberId: string
  actor: Actor
}

async function ledGroup(tx: Transaction, call: LeaderCall): Promise<{ id: string }> {
  const found = await findLedGroup(tx, call)
  if (!found) throw new ShopError('GROUP_NOT_FOUND')
  return found
}

/** Ends an own team that has reached its minimum; a pool is the owner's to end. */
export function closeOwnTeam(deps: LeaderDeps, call: LeaderCall): Promise<void> {
  return transaction(deps.db, async (tx) => {
    const { id } = await ledGroup(tx, call)
    const group = await lockGroup(tx, id)
    if (group.isPool || group.leaderId !== call.memberId) throw new ShopError('GROUP_NOT_FOUND')
    assertOpen(group)
    await closeEarly(tx, deps, { campaign: group, group, actor: call.actor })
  })
}

/** So often in all, and once in 24 hours. */
const maxReminders = 2

/** Mails who waits to pay; gives how many, and how many have no address. */
export function remindUnpaid(
  deps: LeaderDeps,
  call: LeaderCall,
): Promise<{ reminded: number; unreachable: number }> {
  return transaction(deps.db, async (tx) => {
    const { id } = await ledGroup(tx, call)
    if (!(await readCanMail(tx, deps.config))) throw new ShopError('REMINDER_UNAVAILABLE')
    const all = await lockUnpaid(tx, id)
    const unpaid = all.filter(({ isReachable }) => isReachable)
    const left = unpaid.filter(({ times }) => times < maxReminders)
    const due = left.filter(({ isRecent }) => !isRecent)
    if (unpaid.length > 0 && left.length === 0) throw new ShopError('REMINDED_TWICE')
    if (left.length > 0 && due.length === 0) throw new ShopError('REMINDED_LATELY')
    const ids = due.map((place) => place.id)
    await recordReminder(tx, ids)
    await queueGroupMails(deps, tx, 'payment_reminder', ids)
    return { reminded: ids.length, unreachable: all.length - unpaid.length }
  })
}

/** Ticks off that a paid place was picked up, or takes the tick back. */
export function handOut(
  deps: Pick<LeaderDeps, 'db'>,
  call: LeaderCall,
  place: { id: string; isHandedOut: boolean },
): Promise<void> {
  return transaction(deps.db, async (tx) => {
    const { id: groupId } = await ledGroup(tx, call)
    const { isKnown, isPaid } = await setHandedOut(tx, { ...place, groupId })
    if (!isKnown) throw new ShopError('PARTICIPATION_NOT_FOUND')
    if (!isPaid) throw new ShopError('PARTICIPATION_UNPAID')
  })
}
