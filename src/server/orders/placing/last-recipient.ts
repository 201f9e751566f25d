import { and, desc, eq, exists, isNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { orderEvents, orders } from '../../db/tables/orders.ts'
import { shippingOf } from '../order-wire.ts'

/** How many of the last orders are searched for an address. */
const recentOrders = 20

/**
 * Contact of the member's last order, with the last address that goods were sent to. An order that a
 * guest made with the member's e-mail does not count, nor one of the staff: a stranger could have
 * chosen its address.
 */
export async function readLastRecipient(
  db: Db,
  owner: string,
): Promise<{ name: string; tel: string; email: string; address?: string } | undefined> {
  const byMember = db
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orders.id),
        eq(orderEvents.kind, 'created'),
        eq(orderEvents.actor, owner),
      ),
    )
  const recent = await db
    .select({
      groupId: orders.groupId,
      shipping: orders.shipping,
      userAddress: orders.userAddress,
      name: orders.contactName,
      tel: orders.userTel,
      email: orders.userEmail,
    })
    .from(orders)
    .where(and(eq(orders.owner, owner), isNull(orders.deletedAt), exists(byMember)))
    .orderBy(desc(orders.id))
    .limit(recentOrders)
  const [last] = recent
  if (!last) return undefined
  const sent = recent.find((order) => shippingOf(order).kind === 'home')
  const { name, tel, email } = last
  return { name, tel, email, ...(sent && { address: sent.userAddress }) }
}
