import { type CreditSettings, mostCredit } from '#contract/credit.ts'
import { type CreditAmounts, sumOfCredit } from './ledger.ts'

/** An order that costs something else now, in whole NT$. */
interface Repriced {
  /** The goods before and after, as if nothing had been used. */
  goodsBefore: number
  goodsAfter: number
  /** The fees after. */
  fee: number
  /** Money counts for it. */
  isPaid: boolean
  /** The amount that was charged before. */
  totalBefore: number
}

/**
 * The part that an order goes on using at its new price: the goods bound it, and the share of the settings, of
 * which a lower one than before must not make the order dearer. Of a paid order the money goes back
 * first, or the credit, as the settings say; but never all of the money, since an order whose money
 * is back is one that nobody wants any more. What comes back is credit before points.
 */
export function keepUse(
  used: CreditAmounts,
  order: Repriced,
  settings: Pick<CreditSettings, 'share' | 'first'>,
): CreditAmounts {
  const sum = sumOfCredit(used)
  if (sum === 0) return used
  const { goodsBefore, goodsAfter, fee, isPaid, totalBefore } = order
  const afterFall = Math.max(0, sum - Math.max(0, goodsBefore - goodsAfter))
  const bound = Math.max(mostCredit(goodsAfter, settings), afterFall)
  let most = Math.min(sum, goodsAfter, bound)
  if (isPaid && settings.first === 'credit') most = Math.min(most, afterFall)
  if (isPaid && totalBefore > 0) most = Math.min(most, Math.max(0, goodsAfter + fee - 1))
  const points = Math.min(used.points, most)
  return { points, credit: most - points }
}
