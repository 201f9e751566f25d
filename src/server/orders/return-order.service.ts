import type { Static } from 'typebox'
import { maskText } from '#contract/masking.ts'
import type * as schema from '#contract/order-life.schema.ts'
import type { Transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { readSettings } from '../settings/settings.queries.ts'
import { isInStateLongerThan } from './admin-orders.queries.ts'
import { changeAsStaff, requireRefundRight, type StaffCall } from './fulfilment.service.ts'
import { publishOrderEvent } from './order-events.ts'
import { transitionOrder } from './order-state.queries.ts'
import { readShippableLines } from './parcels.queries.ts'

type Return = Static<typeof schema.adminReturn.data>

/** Records a return: what is refunded, and which goods can be sold again. */
export function returnOrder(call: StaffCall, id: string, input: Return): Promise<void> {
  const { actor, subscribers } = call
  return changeAsStaff(call, id, 'order.return', async (tx, order) => {
    requireRefundRight(call, order)
    const { returns_within } = (await readSettings(tx)).order.values
    const isTooLate =
      order.state === 'completed' && (await isInStateLongerThan(tx, id, returns_within))
    if (isTooLate) throw new ShopError('RETURN_TOO_LATE')
    const toStock = await piecesToStock(tx, id, input.lines)
    const { reason, refund } = input
    const move = { event: 'return', actor, reason, detail: { reason, refund } } as const
    const isDone = await transitionOrder(tx, order, move, subscribers)
    if (!isDone) return { result: undefined, audit: null }
    const returned = {
      type: 'order.returned',
      orderId: id,
      actor,
      refund,
      reason,
      toStock,
    } as const
    await publishOrderEvent(tx, subscribers, returned)
    return { result: undefined, audit: { state: 'returned', reason: maskText(reason), refund } }
  })
}

async function piecesToStock(tx: Transaction, orderId: string, returned: Return['lines']) {
  const lines = await readShippableLines(tx, orderId)
  const sums = new Map<string, number>()
  return returned.flatMap(({ line_id, qty, to_stock }) => {
    const line = lines.find(({ id }) => id === line_id)
    if (!line) throw new ShopError('INVALID_INPUT', { message: [`找不到訂單項目 ${line_id}`] })
    const sum = (sums.get(line_id) ?? 0) + qty
    if (sum > line.shipped) throw new ShopError('RETURN_TOO_MUCH')
    sums.set(line_id, sum)
    return to_stock ? [{ productId: line.productId, qty }] : []
  })
}
