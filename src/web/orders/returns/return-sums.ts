import type { RefundTarget } from '#contract/return-states.ts'
import { splitRefund, valueOfPieces } from '#contract/return-value.ts'
import type { Returnable } from '#contract/returns.ts'
import { t } from '#contract/translate.ts'

/** Pieces to send back, by the id of their line. */
export type Chosen = ReadonlyMap<string, number>

/** Sums to be paid back for the chosen pieces, in whole NT$: the fee comes with the last piece. */
export function sumsOf({ lines, fee = 0 }: Returnable, chosen: Chosen) {
  const goods = lines.reduce((sum, line) => {
    const { ordered, paid, returned } = line
    return sum + valueOfPieces({ ordered, paid, returned }, chosen.get(line.line_id) ?? 0)
  }, 0)
  const isAll = lines.every(({ line_id, left }) => chosen.get(line_id) === left)
  const feeBack = isAll ? fee : 0
  return { goods, fee: feeBack, total: goods + feeBack }
}

/** The parts of a refund by where they go, in whole NT$: none of an order without credit. */
export function partsOf(
  { back, takes_credit: takesCredit }: Pick<Returnable, 'back' | 'takes_credit'>,
  total: number,
  to: RefundTarget,
): { name: string; amount: number }[] {
  if (!back && !takesCredit) return []
  const amount = back ? Math.min(total, back.money + back.credit) : total
  const { money, credit } = back ? splitRefund(amount, back) : { money: amount, credit: 0 }
  const parts = [
    { name: to === 'credit' ? t('存入購物金') : t('退回原付款方式'), amount: money },
    { name: t('退回用掉的購物金與點數'), amount: credit },
  ]
  return parts.filter((part) => part.amount > 0)
}
