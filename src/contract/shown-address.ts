import { t } from './translate.ts'

/** The address of an order; where the goods are fetched, it begins with a word of the shop, stored in Chinese. */
export function shownAddress(stored: string): string {
  return stored.replace(/^(?:團主取貨|自取)(?= |$)/, (word) => t(word))
}
