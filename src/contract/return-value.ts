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
