const amount = new Intl.NumberFormat('zh-TW', { maximumFractionDigits: 0 })

/** Whole NT$: 39900 is `NT$39,900`. */
export function formatMoney(value: number): string {
  return `NT$${amount.format(value)}`
}
