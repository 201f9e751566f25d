import { t } from './translate.ts'
/** Whole NT$: 39900 is `NT$39,900`, -150 is `−NT$150`. */
export function formatMoney(value: number): string {
  return `${value < 0 ? '−' : ''}NT$${groupDigits(Math.abs(value))}`
}

/** 「NT$420 起」 where others of its kind cost more. */
export function formatLowest(value: number, isOfSeveral = false): string {
  return isOfSeveral ? t('{price} 起', { price: formatMoney(value) }) : formatMoney(value)
}

/**
 * 1234567 is `1,234,567`. Not by Intl, whose first formatter takes 9 MB of a server for good, and a
 * browser 5 ms.
 */
export function groupDigits(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',')
}
