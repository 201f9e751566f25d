/** A place that counts, in the order of joining. */
export interface LotPlace {
  id: string
  qty: number
  acceptsFewer: boolean
}

/** Result of the lot rule; places that are not named are kept whole. */
export interface LotPlan {
  /** Kept units: a multiple of the lot. */
  units: number
  leftOut: string[]
  /** At most one, and only one whose shopper accepts fewer. */
  cut?: { id: string; qty: number }
}

/**
 * Keeps the largest number of whole lots that the places, walked in their order, come to. One that
 * does not fit is cut to the rest if its shopper accepts fewer, else left out; if what is kept is
 * not the whole number, it falls by one lot and the walk begins again.
 */
export function keepLots(places: readonly LotPlace[], lotSize: number): LotPlan {
  const counted = places.reduce((sum, { qty }) => sum + qty, 0)
  for (let units = counted - (counted % lotSize); units > 0; units -= lotSize) {
    const plan = walk(places, units)
    if (plan) return plan
  }
  return { units: 0, leftOut: places.map(({ id }) => id) }
}

/** Undefined when the places do not come to so many units. */
function walk(places: readonly LotPlace[], units: number): LotPlan | undefined {
  const leftOut: string[] = []
  let cut: LotPlan['cut']
  let left = units
  for (const { id, qty, acceptsFewer } of places) {
    if (qty <= left) {
      left -= qty
    } else if (acceptsFewer && left > 0) {
      cut = { id, qty: left }
      left = 0
    } else {
      leftOut.push(id)
    }
  }
  return left === 0 ? { units, leftOut, ...(cut && { cut }) } : undefined
}
