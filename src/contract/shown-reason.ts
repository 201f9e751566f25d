import { t } from './translate.ts'

/** Reasons that the shop fills in, as they are stored (`releaseReason`, `countProvedPlaces`), and their texts. */
const filled = [
  [/^團購已取消：(.*)$/s, '團購已取消：{reason}', 'reason'],
  [/^同一個電子信箱限購 (\d+) 份$/, '同一個電子信箱限購 {limit} 份', 'limit'],
] as const

/** A reason that is stored in Chinese; the owner's own words stay, those of the shop are translated. */
export function shownReason(stored: string): string {
  for (const [pattern, text, name] of filled) {
    const value = pattern.exec(stored)?.[1]
    if (value !== undefined) return t(text, { [name]: value })
  }
  return t(stored)
}
