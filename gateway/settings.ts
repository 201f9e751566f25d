import type { Fault } from './faults.ts'

/** The switches of the whole gateway; a trade or parcel has a fault and a hold of its own besides. */
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
  holdsNotices: boolean
}

export const defaultSettings: Settings = {
  autoCapture: true,
  hasBalance: true,
  limitsCalls: true,
  closedStores: ['131405'],
  fault: 'none',
  holdsNotices: false,
}
