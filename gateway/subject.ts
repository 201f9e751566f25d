import type { Parcel } from './logistics/parcel.ts'
import type { Trade } from './trade.ts'

/** The shop is told about it by callbacks, and it has switches of its own. */
export type Subject = Trade | Parcel

export function isParcel(subject: Subject): subject is Parcel {
  return 'carrier' in subject
}
