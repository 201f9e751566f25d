import { allocate } from '#contract/allocate.ts'
import { maskText } from '#contract/masking.ts'
import { formatMoney } from '#contract/money.ts'
import type { RefundTarget } from '#contract/return-states.ts'
import { splitRefund } from '#contract/return-value.ts'
import type { Transaction } from '../db/transaction.ts'
import { requirePermission } from '../http/actor.ts'
import type { IdempotentRequest } from '../http/idempotency.ts'
import { ShopError } from '../http/shop-error.ts'
import { fieldError } from '../input/coerced-values.ts'
import type { StaffCall } from '../orders/fulfilment/fulfilment.service.ts'
import { lockMoney } from '../payments/payments.queries.ts'
import { refundReturn } from '../payments/refunds/refund-orders.ts'
import { findRefund } from '../payments/refunds/refunds.queries.ts'
import { isByHand, type RefundDeps, type RefundLine } from '../payments/refunds/refunds.service.ts'
import { isCreditOn } from './credit.ts'
import { changeReturn, type LockedReturn, nextState, once, tell } from './judge-return.service.ts'
import { readSums } from './return-sums.ts'
import { writeReturnState } from './returns.queries.ts'

export interface RefundInput {
  /** In whole NT$; without it what was paid for the goods and the fee. */
  amount?: number | undefined
  reason: string
}

/**
 * Pays back what came back of a return. Without goods only who may both keep orders and refund them, and
 * with a reason.
 */
export function refundCase(
  call: StaffCall & { intended: IdempotentRequest | undefined; requireProof: () => void },
  deps: RefundDeps,
  id: string,
  input: RefundInput,
): Promise<void> {
  return once(call, (tx) =>
    changeReturn({ ...call, db: tx }, id, 'return.refund', async (part, locked) => {
      const isWithoutGoods = locked.one.state === 'asked' || locked.one.state === 'accepted'
      if (isWithoutGoods) assertMaySkipGoods(call, input.reason)
      const event = isWithoutGoods ? 'refund_without_goods' : 'refund'
      const state = nextState(call, locked, event)
      if (state === undefined) return null
      if ((await lockMoney(part, locked.order.id)).some(isByHand)) call.requireProof()
      const sums = await readSums(part, locked, locked.found)
      const usual = Math.min(sums.goods + sums.fee, sums.refundable)
      const amount = input.amount ?? usual
      if (amount !== usual && input.reason === '') {
        throw fieldError('reason', '退款金額與商品金額不同，請填寫原因')
      }
      const to = await targetOf(part, locked)
      const credit = to === 'credit' ? amount : splitRefund(amount, sums.back).credit
      // Before the money: a refund that moves none is done at once.
      await tell(part, call, locked, { state, reason: input.reason, refund: amount, credit })
      const refundId = await payBack(part, deps, { call, locked, amount, sums, to })
      const refundNote = input.reason || null
      const { fee } = sums
      const news = { refund: amount, refundId: refundId ?? null, refundNote, isWithoutGoods, fee }
      await writeReturnState(part, id, state, news)
      return {
        return: state,
        amount,
        ...(isWithoutGoods && { withoutGoods: true }),
        reason: maskText(input.reason),
        ...(to === 'credit' && { to }),
        ...(refundId && { refundId, refundState: (await findRefund(part, refundId))?.state }),
      }
    }),
  )
}

function assertMaySkipGoods({ actor }: StaffCall, reason: string): void {
  requirePermission(actor, 'order.write')
  if (reason === '') throw fieldError('reason', '商品還沒退回，請填寫退款的原因')
}

/** As the shopper wished; a shop that has switched credit off since pays back the way it was paid. */
async function targetOf(tx: Transaction, { one, found }: LockedReturn): Promise<RefundTarget> {
  const isCredit = one.refundTo === 'credit' && (await isCreditOn(tx, found))
  return isCredit ? 'credit' : 'source'
}

/** Gives the id of the refund; undefined where no money is to be paid back. */
async function payBack(
  tx: Transaction,
  deps: RefundDeps,
  {
    call,
    locked,
    amount,
    sums,
    to,
  }: {
    call: StaffCall
    locked: LockedReturn
    amount: number
    sums: Awaited<ReturnType<typeof readSums>>
    to: RefundTarget
  },
): Promise<string | undefined> {
  if (amount === 0) return undefined
  if (amount > sums.refundable) {
    const message = `最多可退 ${formatMoney(sums.refundable)}`
    throw new ShopError('REFUND_TOO_MUCH', { message })
  }
  const { order, one } = locked
  const reason = one.reason ? `退貨：${one.reason}` : '退貨'
  const { actor } = call
  const lines = refundLinesOf(sums.lines, amount)
  return refundReturn(tx, deps, { orderId: order.id, refund: amount, lines, reason, actor, to })
}

/** The goods of a refund, line by line, in whole NT$: what exceeds them is the fee, or a kindness. */
function refundLinesOf(lines: readonly RefundLine[], amount: number): RefundLine[] {
  const goods = lines.reduce((sum, line) => sum + line.amount, 0)
  const weights = lines.map((line) => line.amount)
  const shares = allocate(Math.min(amount, goods), weights)
  return lines.flatMap((line, index) => {
    const share = shares[index] ?? 0
    return share > 0 ? [{ ...line, amount: share }] : []
  })
}
