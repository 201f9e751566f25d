import { orderStateLabels } from '#contract/order-states.ts'
import { type Transaction, transaction } from '../../db/transaction.ts'
import { type IdempotentRequest, withIdempotency } from '../../http/idempotency.ts'
import { ShopError } from '../../http/shop-error.ts'
import { type LeftOut, piecesText, publishOrderEvent } from '../order-events.ts'
import { transitionOrder } from '../order-state.queries.ts'
import { orderTransitions, refusal } from '../order-states.ts'
import type { OrderRow } from '../order-wire.ts'
import { changeAsStaff, type StaffCall } from './fulfilment.service.ts'
import { leftOutOf, readParcels, readShippableLines } from './parcels.queries.ts'

/**
 * Closes what is in no parcel of an order: the order holds it no longer, and no money moves. The
 * order is shipped, and delivered if all of its parcels are.
 */
function closeRest(call: StaffCall, id: string): Promise<void> {
  const { actor, subscribers } = call
  return changeAsStaff(call, id, 'order.close_rest', async (tx, order) => {
    const { pieces, isDelivered } = await readRest(tx, order)
    await transitionOrder(
      tx,
      order,
      { event: 'close_rest', actor, detail: { pieces } },
      subscribers,
    )
    const closed = { type: 'order.rest_closed', orderId: id, actor, pieces } as const
    await publishOrderEvent(tx, subscribers, closed)
    if (isDelivered) {
      const shipped = { ...order, state: 'shipped' } as const
      await transitionOrder(tx, shipped, { event: 'deliver', actor }, subscribers)
    }
    const state = isDelivered ? 'delivered' : 'shipped'
    return { result: undefined, audit: { state, left_out: piecesText(pieces) } }
  })
}

/** As `closeRest`, once for each `Idempotency-Key`. */
export function closeRestOnce(
  call: StaffCall & { intended: IdempotentRequest | undefined },
  id: string,
): Promise<void> {
  return transaction(call.db, async (tx) => {
    await withIdempotency(tx, call.intended, async () => {
      await closeRest({ ...call, db: tx }, id)
      return {}
    })
  })
}

/** The rest of a locked order to close; throws ORDER_STATE for an order without such a rest. */
async function readRest(
  tx: Transaction,
  { id, state }: OrderRow,
): Promise<{ pieces: LeftOut[]; isDelivered: boolean }> {
  if (orderTransitions[state].close_rest === 'refused') throw refusal(state, 'close_rest')
  const parcels = await readParcels(tx, id)
  const pieces = leftOutOf(await readShippableLines(tx, id))
  const now = `訂單目前為「${orderStateLabels[state]}」`
  if (parcels.length === 0) {
    throw new ShopError('ORDER_STATE', { message: `${now}，還沒有包裹，請改用「取消訂單」` })
  }
  if (pieces.length === 0) {
    throw new ShopError('ORDER_STATE', { message: `${now}，沒有未出貨的商品` })
  }
  return { pieces, isDelivered: parcels.every(({ parcel }) => parcel.deliveredAt !== null) }
}
