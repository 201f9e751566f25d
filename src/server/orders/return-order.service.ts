import { isDeepStrictEqual } from 'node:util'
import type { Static } from 'typebox'
import { maskText } from '#contract/masking.ts'
import type * as schema from '#contract/order-life.schema.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import { readSettings } from '../settings/settings.queries.ts'
import { isInStateLongerThan } from './admin-orders.queries.ts'
import { changeAsStaff, requireRefundRight, type StaffCall } from './fulfilment.service.ts'
import { type Pieces, publishOrderEvent } from './order-events.ts'
import { transitionOrder } from './order-state.queries.ts'
import { refusal } from './order-states.ts'
import { readOrderEvents } from './order-timeline.ts'
import type { OrderRow } from './order-wire.ts'
import { readShippableLines } from './parcels.queries.ts'

type Return = Static<typeof schema.adminReturn.data>

/** Records a return: what is refunded, and which goods can be sold again. */
function returnOrder(call: StaffCall, id: string, input: Return): Promise<void> {
  const { actor, subscribers } = call
  return changeAsStaff(call, id, 'order.return', async (tx, order) => {
    requireRefundRight(call, order)
    const { returns_within } = (await readSettings(tx)).order.values
    const isTooLate =
      order.state === 'completed' && (await isInStateLongerThan(tx, id, returns_within))
    if (isTooLate) throw new ShopError('RETURN_TOO_LATE')
    const toStock = await piecesToStock(tx, id, input.lines)
    const { reason, refund } = input
    const detail = { reason, refund, toStock }
    const move = { event: 'return', actor, reason, detail } as const
    const isDone = await transitionOrder(tx, order, move, subscribers)
    if (!isDone) {
      await refuseOtherReturn(tx, order, detail)
      return { result: undefined, audit: null }
    }
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

/** As `returnOrder`, once for each `Idempotency-Key`. */
export function returnOrderOnce(
  call: StaffCall & { intended: IdempotentRequest | undefined },
  id: string,
  input: Return,
): Promise<void> {
  return transaction(call.db, async (tx) => {
    await withIdempotency(tx, call.intended, async () => {
      await returnOrder({ ...call, db: tx }, id, input)
      return {}
    })
  })
}

/** What brings back neither money nor goods, or what was recorded, is done already. */
async function refuseOtherReturn(
  tx: Transaction,
  { id, state }: OrderRow,
  asked: { reason: string; refund: number; toStock: Pieces[] },
): Promise<void> {
  if (asked.refund === 0 && asked.toStock.length === 0) return
  const recorded = (await readOrderEvents(tx, id)).find(({ kind }) => kind === 'returned')
  const { reason, refund, toStock } = recorded?.detail ?? {}
  if (!isDeepStrictEqual({ reason, refund, toStock }, asked)) throw refusal(state, 'return')
}

async function piecesToStock(
  tx: Transaction,
  orderId: string,
  returned: Return['lines'],
): Promise<Pieces[]> {
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
