/** A line of an order as far as the value of its pieces goes. */
export interface PaidLine {
  /** All its pieces. */
  ordered: number
  /** Paid for all of them, in whole NT$. */
  paid: number
  /** Pieces of it that came back before. */
  returned: number
}

/**
 * Paid for the next pieces of a line that come back, in whole NT$: over all of its pieces, one after
 * the other or together, it adds up to what was paid for the line.
 */
export function valueOfPieces({ ordered, paid, returned }: PaidLine, pieces: number): number {
  const upTo = (count: number) => Math.floor((paid * count) / ordered)
  return upTo(returned + pieces) - upTo(returned)
}

/** The rest of an order that can be given back, in whole NT$. */
export interface MoneyAndCredit {
  /** Paid in money, and not given back. */
  money: number
  /** Credit and points that it used, and that have not come back. */
  credit: number
  /** The part that goes back before the other. */
  first: 'money' | 'credit'
}

/** The parts of a refund; of more than there is, money is all that exceeds it. */
export function splitRefund(
  amount: number,
  { money, credit, first }: MoneyAndCredit,
): { money: number; credit: number } {
  const before = first === 'money' ? Math.min(amount, money) : 0
  const used = Math.min(amount - before, credit)
  return { money: amount - used, credit: used }
}
