import { isDeepStrictEqual } from 'node:util'
import { sql } from 'drizzle-orm'
import type { Static } from 'typebox'
import { allocate } from '#contract/allocate.ts'
import { maskText } from '#contract/masking.ts'
import type * as schema from '#contract/order-life.schema.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import { type IdempotentRequest, withIdempotency } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import { findOrder, isInStateLongerThan } from '../orders/back-office/admin-orders.queries.ts'
import {
  changeAsStaff,
  requireRefundRight,
  type StaffCall,
} from '../orders/fulfilment/fulfilment.service.ts'
import {
  type RecordedReturn,
  readReturns,
  recordReturn,
} from '../orders/fulfilment/return-order.service.ts'
import { refusal } from '../orders/order-states.ts'
import type { OrderRow } from '../orders/order-wire.ts'
import { readSettings } from '../settings/settings.queries.ts'
import { readGoods } from './returnable.ts'
import { insertReturn } from './returns.queries.ts'

type Return = Static<typeof schema.adminReturn.data>

/**
 * Records a return whose goods are back, as one that is done: what is refunded, and which goods can be
 * sold again. Returns may follow each other; the order is returned once all that was shipped is back, or
 * a return names no goods.
 */
function returnOrder(call: StaffCall, id: string, input: Return): Promise<void> {
  return changeAsStaff(call, id, 'order.return', async (tx, order) => {
    requireRefundRight(call, order)
    const { returns_within } = (await readSettings(tx)).order.values
    const isTooLate =
      order.state === 'completed' && (await isInStateLongerThan(tx, id, returns_within))
    if (isTooLate) throw new ShopError('RETURN_TOO_LATE')
    const { reason, refund } = input
    const lines = input.lines.map(({ line_id, qty, to_stock }) => ({ line_id, qty, to_stock }))
    const recorded = await readReturns(tx, id)
    if (order.state === 'returned') {
      refuseOtherReturn(order, recorded, { reason, refund, lines })
      return { result: undefined, audit: null }
    }
    const returned = { reason, refund, lines }
    const { caseId, refunded } = await insertDone(tx, id, returned)
    const record = { ...returned, recorded, caseId, refunded }
    const isWhole = await recordReturn(tx, order, record, call)
    return {
      result: undefined,
      audit: { ...(isWhole && { state: 'returned' }), reason: maskText(reason), refund },
    }
  })
}

/** The refund of the staff is spread over the lines by what was paid for them. */
async function insertDone(
  tx: Transaction,
  orderId: string,
  { reason, refund, lines }: Return,
): Promise<{ caseId: string; refunded: { lineId: string; qty: number; amount: number }[] }> {
  const id = createId()
  const found = await findOrder(tx, orderId)
  const goods = found ? (await readGoods(tx, found)).lines : []
  const counted = [...Map.groupBy(lines, ({ line_id }) => line_id)].map(([lineId, ofLine]) => {
    const count = (isSold: boolean) =>
      ofLine.reduce((sum, { qty, to_stock }) => sum + (to_stock === isSold ? qty : 0), 0)
    const line = goods.find((one) => one.lineId === lineId)
    const [toStock, writtenOff] = [count(true), count(false)]
    const qty = toStock + writtenOff
    const value = line ? Math.floor((line.paid * qty) / line.ordered) : 0
    return { lineId, qty, toStock, writtenOff, value }
  })
  const values = counted.map(({ value }) => value)
  const whole = values.reduce((sum, value) => sum + value, 0)
  const amounts = allocate(Math.min(refund, whole), values)
  const paid = counted.map(({ value: _, ...line }, index) => ({
    ...line,
    amount: amounts[index] ?? 0,
  }))
  const now = sql`shop_now()`
  const times = { acceptedAt: now, receivedAt: now, judgedAt: now, endedAt: now }
  const isWithoutGoods = lines.length === 0 && refund > 0
  await insertReturn(
    tx,
    { id, orderId, state: 'refunded', isOfStaff: true, reason, refund, isWithoutGoods, ...times },
    paid,
  )
  const refunded = paid.flatMap(({ lineId, qty, amount }) =>
    amount > 0 ? [{ lineId, qty, amount }] : [],
  )
  return { caseId: id, refunded }
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

/** A return of neither money nor goods, or a recorded one, is done already. */
function refuseOtherReturn(
  { state }: OrderRow,
  recorded: readonly RecordedReturn[],
  { reason, refund, lines }: Return,
): void {
  if (refund === 0 && lines.length === 0) return
  const asked = { reason, refund, lines }
  const isRecorded = recorded.some((known) =>
    isDeepStrictEqual({ reason: known.reason, refund: known.refund, lines: known.lines }, asked),
  )
  if (!isRecorded) throw refusal(state, 'return')
}
