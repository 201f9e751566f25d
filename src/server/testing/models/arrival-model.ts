/** Events of an order between the run of an arrival and its undo. */
export const betweenKinds = [
  'asked',
  'corrected',
  'prepared',
  'packed',
  'sent',
  'cancelled',
] as const
export type Between = (typeof betweenKinds)[number]

export interface ModelArrivalPlace {
  ordered: number
  given: number
  /** In whole NT$, as it was shown. */
  refund: number
  touched: Between[]
}

/** Nothing of the goods or the money is another by these. */
const harmless: readonly Between[] = ['asked', 'corrected']

/** How a place ends with its run. */
export function outcomeOf(
  { ordered, given, touched }: ModelArrivalPlace,
  end: 'undone' | 'settled',
): { isKept: boolean; pieces: number; isCancelled: boolean; isDropped: boolean } {
  const isReduced = given < ordered
  const isTouched = touched.some((kind) => !harmless.includes(kind))
  const isRestored = isReduced && end === 'undone' && !isTouched
  const isEnded = isReduced && given === 0 && !isRestored && !touched.includes('sent')
  return {
    isKept: isReduced && isTouched,
    // An order that ends keeps its lines.
    pieces: isRestored || given === 0 ? ordered : given,
    isCancelled: isEnded || touched.includes('cancelled'),
    isDropped: isRestored,
  }
}
