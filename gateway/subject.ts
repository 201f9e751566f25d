import type { Parcel } from './logistics/parcel.ts'
import type { Trade } from './trade.ts'

/** A record whose changes are sent to the shop as callbacks, with fault switches of its own. */
export type Subject = Trade | Parcel

export function isParcel(subject: Subject): subject is Parcel {
  return 'carrier' in subject
}
