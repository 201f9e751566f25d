import { valueOfPieces } from '#contract/return-value.ts'
import type { Returnable } from '#contract/returns.ts'

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
