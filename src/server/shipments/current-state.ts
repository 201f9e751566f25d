import type { ShipmentState } from '#contract/shipment-states.ts'

/** A state as it was told; null: a code that we do not know. */
export interface ToldState {
  state: ShipmentState | null
  at: Date
}

/** A parcel that the shopper or the seller has in hand comes back by nothing. */
const final: readonly ShipmentState[] = ['picked_up', 'returned']

/**
 * The state of a parcel by all that was told of it, in whatever order it came: the newest one by the
 * clock of the provider, unless it has ended before. Undefined while nothing known was told.
 */
export function currentState<Told extends ToldState>(
  told: readonly Told[],
): (Told & { state: ShipmentState }) | undefined {
  const known = told
    .filter((one): one is Told & { state: ShipmentState } => one.state !== null)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return known.find(({ state }) => final.includes(state)) ?? known.at(-1)
}
