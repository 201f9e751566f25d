import { t } from './translate.ts'

/** A reason that is kept in Chinese; what the shop gives by itself is read in the language of now. */
export function shownReason(reason: string): string {
  // Written by `releaseReason`; what follows is the owner's.
  const [, given] = /^團購已取消：(.*)$/s.exec(reason) ?? []
  return given === undefined ? t(reason) : t('團購已取消：{reason}', { reason: t(given) })
}
