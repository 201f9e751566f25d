import type { Invoice } from './invoices/invoice.ts'
import type { Parcel } from './logistics/parcel.ts'
import type { Trade } from './trade.ts'

/** A record whose changes are sent to the shop as callbacks, with fault switches of its own. */
export type Subject = Trade | Parcel | Invoice

export type SubjectKind = 'trade' | 'parcel' | 'invoice'

export function kindOf(subject: Subject): SubjectKind {
  if ('relateNumber' in subject) return 'invoice'
  return 'carrier' in subject ? 'parcel' : 'trade'
}

/** The shop's number of it, by which it is found. */
export function numberOf(subject: Subject): string {
  return 'relateNumber' in subject ? subject.relateNumber : subject.merchantTradeNo
}
