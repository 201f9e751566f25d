import { onDeliveryMethod } from '#contract/payments.ts'
import type { SettlementResult } from '#contract/reconciliation.ts'
import type { FileLine } from './settlement-file.ts'

/** A trade in our books. */
export interface BookedTrade {
  tradeNo: string
  orderId: string
  method: string
  /** Amount received, in whole NT$; 0: nothing came. */
  captured: number
  /** Amounts refunded by the gateway, one for each. */
  refunds: readonly number[]
  /** Lines of files imported before: their amounts. */
  matchedBefore: readonly number[]
}

export interface MatchedLine extends FileLine {
  orderId: string | null
  ours: number | null
  result: SettlementResult
}

/** A statement also lists parcels that are not picked up, or not paid out: they have no day of payout yet. */
export function leaveOutUnpaid(
  lines: readonly FileLine[],
  trades: ReadonlyMap<string, BookedTrade>,
): FileLine[] {
  return lines.filter(
    ({ tradeNo, day }) => day !== null || trades.get(tradeNo)?.method !== onDeliveryMethod,
  )
}

/**
 * Matches the lines of a file with our books: each payment once, each refund once. A match found
 * before, in this file or another, is a duplicate.
 */
export function matchLines(
  lines: readonly FileLine[],
  trades: ReadonlyMap<string, BookedTrade>,
): MatchedLine[] {
  const open = new Map<string, { payments: number; refunds: number[] }>()
  const openOf = (trade: BookedTrade) => {
    const known = open.get(trade.tradeNo)
    if (known) return known
    const payments = trade.matchedBefore.some((amount) => amount >= 0) ? 0 : 1
    const refunds = [...trade.refunds]
    for (const amount of trade.matchedBefore) if (amount < 0) take(refunds, -amount)
    const fresh = { payments, refunds }
    open.set(trade.tradeNo, fresh)
    return fresh
  }
  return lines.map((line) => {
    const trade = trades.get(line.tradeNo)
    if (!trade) return { ...line, orderId: null, ours: null, result: 'unknown' }
    const { orderId } = trade
    const left = openOf(trade)
    if (line.amount < 0) {
      const ours = -trade.refunds.reduce((sum, amount) => sum + amount, 0)
      if (take(left.refunds, -line.amount)) {
        return { ...line, orderId, ours: line.amount, result: 'matched' }
      }
      const result = trade.refunds.includes(-line.amount) ? 'duplicate' : 'amount_differs'
      return { ...line, orderId, ours, result }
    }
    const of = { ...line, orderId, ours: trade.captured }
    if (left.payments === 0) return { ...of, result: 'duplicate' }
    left.payments = 0
    return { ...of, result: line.amount === trade.captured ? 'matched' : 'amount_differs' }
  })
}

/** Takes one such amount out; false when there is none. */
function take(amounts: number[], amount: number): boolean {
  const index = amounts.indexOf(amount)
  if (index < 0) return false
  amounts.splice(index, 1)
  return true
}
