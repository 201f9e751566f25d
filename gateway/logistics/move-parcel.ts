import type { Gateway } from '../gateway.ts'
import { addMs, dayMs } from '../taipei-time.ts'
import { rulesOf } from './carriers.ts'
import { endOfDay, nextSteps, type Parcel, stateOf } from './parcel.ts'
import { stateFields } from './parcel-fields.ts'
import { type Step, type Way, ways } from './states.ts'
import { findStore, isOpen, stores } from './stores.ts'

const storedDays = 7
/** Time in which another store can be chosen. */
const changeMs = 3 * dayMs

/** Brings a parcel into a state that may come next, and tells the shop; or leaves it as it is. */
export function moveParcel(gateway: Gateway, parcel: Parcel, step: Step): boolean {
  if (!nextSteps(parcel).includes(step)) return false
  const { chain } = rulesOf(parcel.carrier)
  const closes = step === 'atCentre' && findStore(chain, parcel.storeId)?.closesUnderWay
  if (step === 'storeChanged') {
    const other = stores.find((store) => {
      const isFit = store.collects && !store.closesUnderWay && isOpen(store, gateway.settings)
      return store.chain === chain && store.id !== parcel.storeId && isFit
    })
    parcel.storeId = other?.id ?? parcel.storeId
  }
  enterState(gateway, parcel, closes ? 'storeClosed' : step)
  return true
}

/** Goes a whole way; the shop has had each callback before the next one. */
export async function playWay(gateway: Gateway, parcel: Parcel, way: Way): Promise<void> {
  for (const step of ways[way]) {
    if (moveParcel(gateway, parcel, step)) await gateway.notifier.idle()
  }
}

export function enterState(gateway: Gateway, parcel: Parcel, step: Step): void {
  // A shop may order states by their second, as those of real parcels differ by it.
  const earliest = stateOf(parcel).at.getTime() + 1000
  const at = new Date(Math.max(gateway.clock.now().getTime(), earliest))
  parcel.history.push({ step, at })
  tellState(gateway, parcel)
}

/** Tells the shop the state of a parcel, and what follows when nobody does anything. */
export function tellState(gateway: Gateway, parcel: Parcel): void {
  // OK tells nothing of a parcel before it is handed in.
  const isUntold = stateOf(parcel).step === 'created' && parcel.carrier === 'OKMARTC2C'
  if (!isUntold) {
    const { ServerReplyURL: url } = parcel.form
    gateway.notifier.notify(parcel, { kind: 'state', url, fields: stateFields(parcel) })
  }
  gateway.books.keep(parcel)
  scheduleDeadline(gateway, parcel)
}

/** Expiry of a parcel that waits for somebody. */
export function scheduleDeadline(gateway: Gateway, parcel: Parcel): void {
  const due = deadlineOf(parcel)
  if (!due) return
  gateway.clock.schedule(due.at, () => {
    if (deadlineOf(parcel)?.at.getTime() === due.at.getTime()) {
      moveParcel(gateway, parcel, due.step)
    }
  })
}

function deadlineOf(parcel: Parcel): { at: Date; step: Step } | undefined {
  const { step, at } = stateOf(parcel)
  const { type } = rulesOf(parcel.carrier)
  if (step === 'created' || step === 'accepted') return { at: parcel.expiresAt, step: 'expired' }
  if (step === 'storeClosed') return { at: addMs(at, changeMs), step: 'notPickedUp' }
  if (step !== 'atStore' || type === 'HOME') return undefined
  return { at: endOfDay(at, storedDays), step: 'notPickedUp' }
}
