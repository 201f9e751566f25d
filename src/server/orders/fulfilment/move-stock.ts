import { putBack, release, ship, unship } from '../../stock/order-stock.ts'
import type { OrderSubscriber } from '../order-events.ts'

/**
 * Held stock goes out with an order's parcels, and comes back when it is cancelled or its rest is
 * closed.
 */
export const moveStock: OrderSubscriber = async (tx, event) => {
  switch (event.type) {
    case 'order.cancelled':
    case 'order.rest_closed':
      return release(tx, event.orderId, event.actor)
    case 'orders.cancelled':
      return release(tx, event.orderIds, event.actor)
    case 'order.shipped':
      return ship(tx, event.orderId, event.pieces, event.actor)
    case 'order.unshipped':
      return unship(tx, event.orderId, event.pieces, event.actor)
    case 'order.returned':
      if (event.toStock.length > 0) await putBack(tx, event.orderId, event.toStock, event.actor)
  }
}
