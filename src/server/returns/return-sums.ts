import { type MoneyAndCredit, valueOfPieces } from '#contract/return-value.ts'
import type { Db } from '../db/connect.ts'
import type { OrderWithLines } from '../orders/order-wire.ts'
import type { RefundLine } from '../payments/refunds/refunds.service.ts'
import { readBack } from './credit.ts'
import { isAllBack, readGoods } from './returnable.ts'
import { hasFeeBack, type ReturnWithLines } from './returns.queries.ts'

/** The worth of a return, in whole NT$. */
export interface ReturnSums {
  /** Paid for its pieces. */
  goods: number
  /** The shipping fee, once nothing is left of the order. */
  fee: number
  /** The rest of the payments of the order, and of the credit and points that it used. */
  refundable: number
  /** The parts of the rest. */
  back: MoneyAndCredit
}

/** Before the goods are judged: what its pieces would be worth if all came back. */
export async function readSums(
  db: Db,
  { one, lines }: ReturnWithLines,
  found: OrderWithLines,
): Promise<ReturnSums & { lines: RefundLine[] }> {
  const [{ lines: goods, fee }, back, hasFee] = await Promise.all([
    readGoods(db, found),
    readBack(db, found),
    hasFeeBack(db, one.orderId),
  ])
  const isCounted = one.judgedAt !== null
  const worth = lines.map(({ lineId, qty, toStock, writtenOff, amount }) => {
    const known = goods.find((line) => line.lineId === lineId)
    const value = known && !isCounted ? valueOfPieces(known, qty) : 0
    return { lineId, qty: isCounted ? toStock + writtenOff : qty, amount: amount ?? value }
  })
  const pieces = new Map(lines.map(({ lineId, qty }) => [lineId, qty]))
  const feeBack = !hasFee && isAllBack(goods, pieces) ? fee : 0
  return {
    goods: worth.reduce((sum, { amount }) => sum + amount, 0),
    fee: isCounted ? one.fee : feeBack,
    refundable: back.money + back.credit,
    back,
    lines: worth,
  }
}
