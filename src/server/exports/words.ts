import { taipeiTime } from '../http/taipei-time.ts'

/** How files write what is yes or no. */
export const yesOrNo = (isSo: boolean) => (isSo ? '是' : '否')

/** `2026/11/21 14:05` in Taipei; empty without an instant. */
export function timeOf(instant: Date | null): string {
  return instant ? taipeiTime(instant) : ''
}

/** `2026/11/21` in Taipei; empty without an instant. */
export function dayOf(instant: Date | null): string {
  return timeOf(instant).slice(0, 10)
}

/** `20261121-1405` in Taipei. */
export function stampOf(instant: Date): string {
  return timeOf(instant).replace(/[/:]/g, '').replace(' ', '-')
}
