import { taipeiDay, taipeiTime } from '#contract/taipei-time.ts'
import { type CsvCell, PlainCell } from '../http/csv.ts'

/** How files write what is yes or no. */
export const yesOrNo = (isSo: boolean) => (isSo ? '是' : '否')

/** `2026/11/21 14:05` in Taipei; empty without an instant. */
export function timeOf(instant: Date | null): CsvCell {
  return instant ? new PlainCell(taipeiTime(instant)) : ''
}

/** `2026/11/21` in Taipei; empty without an instant. */
export function dayOf(instant: Date | null): CsvCell {
  return instant ? new PlainCell(taipeiDay(instant)) : ''
}

/** `20261121-1405` in Taipei. */
export function stampOf(instant: Date): string {
  return taipeiTime(instant).replace(/[/:]/g, '').replace(' ', '-')
}
