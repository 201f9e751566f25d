import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { type Transaction, transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { memberOwner } from '../../http/caller.ts'
import { ShopError } from '../../http/shop-error.ts'
import { lockAnyOrder } from '../../orders/back-office/admin-orders.queries.ts'
import { assertNotHandedOut } from '../../orders/life/handed-out.queries.ts'
import type { OrderSubscriber } from '../../orders/order-events.ts'
import { lockOwnOrder, transitionOrder } from '../../orders/order-state.queries.ts'
import { passTeamsOn } from '../leader/pass-lead.ts'
import type { GroupMailDeps } from '../mails/group-mails.ts'
import { findOwnParticipation } from '../participations.queries.ts'
import { endSellersOf } from '../sellers/sellers.queries.ts'
import { listPlacesToGiveUp } from './follow-orders.ts'

/** Leaves a group, or gives up a place that waits to be paid; one that was left stays so. */
export function leaveGroup(
  db: NodePgDatabase,
  place: {
    id: string
    memberId: string
    owner: string
    actor: Actor
    /** State of the group that the dialog showed. */
    expected: 'undecided' | undefined
  },
  subscribers: readonly OrderSubscriber[],
): Promise<{ message: string }> {
  const { id, memberId, owner, actor, expected } = place
  return transaction(db, async (tx) => {
    const known = await findOwnParticipation(tx, { memberId, id })
    if (!known) throw new ShopError('PARTICIPATION_NOT_FOUND')
    const order = await lockOwnOrder(tx, { owner, id: known.participation.orderId })
    const found = await findOwnParticipation(tx, { memberId, id })
    if (!order || !found) throw new ShopError('PARTICIPATION_NOT_FOUND')
    const { state } = found.participation
    if (state === 'withdrawn') return { message: '已退出' }
    if (state === 'lapsed') return { message: '已放棄' }
    // A paid place is cancelled as every order is.
    const isLeft = state === 'held' || state === 'authorised' || state === 'awaiting_payment'
    const isDecided = expected === 'undecided' && state === 'awaiting_payment'
    if (!isLeft || isDecided) throw new ShopError('GROUP_CLOSED')
    await assertNotHandedOut(tx, order.id)
    await transitionOrder(tx, order, { event: 'cancel', actor }, subscribers)
    return { message: state === 'awaiting_payment' ? '已放棄' : '已退出' }
  })
}

const reason = '會員已刪除帳號'

/**
 * Gives up the places of a member who deletes the account, in its transaction: those that wait to
 * be paid lapse, those of open groups are left, whatever rule binds them. Places being decided
 * stay, and so do paid ones; the teams that the member leads are led by others, and the links by which
 * the member sells end.
 */
export async function giveUpPlaces(
  tx: Transaction,
  deps: GroupMailDeps & { orderSubscribers: readonly OrderSubscriber[] },
  memberId: string,
): Promise<void> {
  const shopper = { kind: 'shopper', owner: memberOwner(memberId) } as const
  for (const { orderId } of await listPlacesToGiveUp(tx, { memberId })) {
    const order = await lockAnyOrder(tx, orderId)
    // It may have been paid, or its group closed, while this waited for the lock.
    const [place] = await listPlacesToGiveUp(tx, { memberId, orderId })
    if (!order || !place) continue
    const end = place.isWaiting
      ? ({ event: 'cancel', actor: shopper, reason } as const)
      : ({ event: 'cancel_by_owner', actor: { kind: 'system' }, reason } as const)
    await transitionOrder(tx, order, end, deps.orderSubscribers)
  }
  await passTeamsOn(tx, deps, { memberId, actor: shopper })
  await endSellersOf(tx, memberId)
}
