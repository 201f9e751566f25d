import { t } from './translate.ts'

/** Reasons that the shop fills in, as they are stored (`releaseReason`, `countProvedPlaces`), and their texts. */
const filled = [
  [/^團購已取消：(?<reason>.*)$/s, '團購已取消：{reason}'],
  [/^同一個電子信箱限購 (?<limit>\d+) 份$/, '同一個電子信箱限購 {limit} 份'],
] as const

/** A reason that is stored in Chinese; the owner's own words stay, those of the shop are translated. */
export function shownReason(stored: string): string {
  for (const [pattern, text] of filled) {
    const values = pattern.exec(stored)?.groups
    if (values) return t(text, values)
  }
  return t(stored)
}
