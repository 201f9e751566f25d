import type { ShipmentState } from '#contract/shipment-states.ts'

/** A state as it was told; null: a code that we do not know. */
export interface ToldState {
  state: ShipmentState | null
  at: Date
  source?: string
}

/** A parcel that the shopper or the seller has in hand comes back by nothing. */
const final: readonly ShipmentState[] = ['picked_up', 'returned']

/** On its way to the shopper, or about to be. */
const outward: readonly ShipmentState[] = ['handed_in', 'at_centre', 'at_store']

/**
 * The state of a parcel by all that was told of it, in whatever order it came: the newest one by the
 * clock of the provider, unless it has ended before. Undefined while nothing known was told. Made or
 * given up by the staff it was before all else, whatever the clocks say; another store changes
 * nothing of where a parcel is that was not handed in, or comes back.
 */
export function currentState<Told extends ToldState>(
  told: readonly Told[],
): (Told & { state: ShipmentState }) | undefined {
  const known = told
    .filter((one): one is Told & { state: ShipmentState } => one.state !== null)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const ended = known.find(({ state }) => final.includes(state))
  const isEarly = ({ state, source }: Told) =>
    state === 'made' || (state === 'cancelled' && source === 'staff')
  const last =
    ended ??
    known.findLast((one) => !isEarly(one)) ??
    known.findLast(({ state }) => state !== 'made') ??
    known.at(-1)
  if (last?.state !== 'store_changed') return last
  const before = known.findLast(
    ({ state }) => state !== 'store_closed' && state !== 'store_changed',
  )
  return !before || outward.includes(before.state) ? last : { ...last, state: before.state }
}
