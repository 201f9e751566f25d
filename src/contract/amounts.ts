import { t } from './translate.ts'

/** `1280`, `1,280`, `NT$ 1,280.00` and `1,280 元`, in ASCII; `1.280` would be two amounts to two readers. */
const written = /^(?:NT\$|NTD|TWD|\$)? ?(-?)(\d{1,3}(?:,\d{3})+|\d+)(?:\.0{1,2})? ?元?$/i

/**
 * The whole number that people wrote, full-width digits and separators of thousands too; undefined
 * for everything else. Below zero only where `signed` says so.
 */
export function parseAmount(text: string, { signed = false } = {}): number | undefined {
  const [, sign = '', digits = ''] = written.exec(toAscii(text)) ?? []
  const amount = Number(digits.replaceAll(',', ''))
  if (digits === '' || !Number.isSafeInteger(amount) || (sign && !signed)) return undefined
  return sign && amount > 0 ? -amount : amount
}

/** Whether further keys may make an amount of it. */
export function mayBecomeAmount(text: string): boolean {
  return /^(?:NT?\$?)? ?[\d,]{0,20}\.?0{0,2}$/i.test(toAscii(text))
}

/** The refusal of a text that is no amount. */
export function amountRefusal(text: string): string {
  const shown = text.trim()
  const quoted = shown.length > 40 ? `${[...shown.slice(0, 40)].join('')}…` : shown
  return t('「{quoted}」不是 0 以上的整數', { quoted })
}

function toAscii(text: string): string {
  return text.normalize('NFKC').replaceAll('−', '-').trim()
}
