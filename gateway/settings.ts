import type { Fault } from './faults.ts'

/** The switches of the whole gateway; a trade, parcel or invoice has a fault and a hold of its own besides. */
export interface Settings {
  /** 每日自動關帳 */
  autoCapture: boolean
  /** Whether the account of logistics can pay for a parcel. */
  hasBalance: boolean
  /** Whether logistics answers 403 to more than ten calls in a second. */
  limitsCalls: boolean
  /** Ids of the stores that have closed. */
  closedStores: string[]
  fault: Fault
  /** The fault of invoices alone; they have that of the gateway, too. */
  invoiceFault: Fault
  /** Whether the ministry answers when a barcode or a love code is checked. */
  ministryAnswers: boolean
  /** How many numbers a period of invoices has, by its first month `yyyy-MM`; the usual count if absent. */
  invoiceNumbers: Record<string, number>
  holdsNotices: boolean
}

export const defaultSettings: Settings = {
  autoCapture: true,
  hasBalance: true,
  limitsCalls: true,
  closedStores: ['131405'],
  fault: 'none',
  invoiceFault: 'none',
  ministryAnswers: true,
  invoiceNumbers: {},
  holdsNotices: false,
}
