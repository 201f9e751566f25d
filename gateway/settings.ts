import type { Fault } from './faults.ts'

/** The switches of the whole gateway; a trade has a fault and a hold of its own besides. */
export interface Settings {
  /** 每日自動關帳 */
  autoCapture: boolean
  fault: Fault
  holdsNotices: boolean
}

export const defaultSettings: Settings = { autoCapture: true, fault: 'none', holdsNotices: false }
