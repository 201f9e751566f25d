import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { transaction } from '../../db/transaction.ts'
import type { Actor } from '../../http/actor.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import type { OrderSubscriber } from '../order-events.ts'
import { lockOwnOrder, transitionOrder } from '../order-state.queries.ts'
import { awaitsGroup } from '../order-wire.ts'
import { assertNotHandedOut } from './handed-out.queries.ts'

/** Cancels an own order that nobody prepares yet; one that is cancelled stays so. */
export async function cancelOwnOrder(
  db: NodePgDatabase,
  order: {
    id: string
    owner: string
    actor: Actor
    reason: string | null
    /** State of its group that the shopper saw. */
    expected: 'undecided' | undefined
  },
  options: { intended: IdempotentRequest | undefined; subscribers: readonly OrderSubscriber[] },
): Promise<void> {
  const { id, owner, actor, reason, expected } = order
  await transaction(db, (tx) =>
    withIdempotency(tx, options.intended, async () => {
      const locked = await lockOwnOrder(tx, { owner, id })
      if (!locked) throw new ShopError('ORDER_NOT_FOUND')
      const isDecided = locked.state !== 'cancelled' && !awaitsGroup(locked)
      if (expected === 'undecided' && isDecided) throw new ShopError('GROUP_CLOSED')
      if (locked.groupId !== null) await assertNotHandedOut(tx, id)
      const detail = reason === null ? {} : { reason }
      const cancel = { event: 'cancel', actor, reason, detail } as const
      await transitionOrder(tx, locked, cancel, options.subscribers)
      return { orderId: id }
    }),
  )
}
