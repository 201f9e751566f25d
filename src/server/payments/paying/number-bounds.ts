import type { Db } from '../../db/connect.ts'
import { isExtended } from '../../orders/life/order-expiry.queries.ts'
import type { OrderRow } from '../../orders/order-wire.ts'
import type { VersionedSettings } from '../../settings/settings.queries.ts'
import type { PaymentMethod } from '../payment-provider.ts'

/** The end of an order: a number of a place in a group reaches `payBy`, and none passes `fixed`. */
interface OrderEnd {
  payBy?: Date
  /** A number has moved it before, and the stock of the order is held no longer for another one. */
  fixed?: Date
}

export async function readEnd(
  db: Db,
  { id, groupId, expiresAt, payment }: Pick<OrderRow, 'id' | 'groupId' | 'expiresAt' | 'payment'>,
): Promise<OrderEnd> {
  // A balance of a paid order has no end.
  if (!expiresAt || payment === 'paid') return {}
  if (await isExtended(db, id)) return { fixed: expiresAt }
  return groupId ? { payBy: expiresAt } : {}
}

/** The dates that bound a number of this method, as its attempt needs them. */
export function numberBounds(
  { payBy, fixed }: OrderEnd,
  { numbers }: Pick<PaymentMethod, 'numbers'>,
  { order }: Pick<VersionedSettings, 'order'>,
): { payBy?: Date; dueBy?: Date } {
  if (fixed && numbers) return { dueBy: numbers.dueBy(fixed, order.values.expires_code) }
  return payBy ? { payBy } : {}
}

/** Whether a number of this method would be over only after its order. */
export function isTooLate(
  end: OrderEnd,
  method: Pick<PaymentMethod, 'numbers'>,
  { settings, now }: { settings: Pick<VersionedSettings, 'order'>; now: Date },
): boolean {
  const { dueBy } = numberBounds(end, method, settings)
  return dueBy !== undefined && !method.numbers?.fits(now, dueBy)
}
