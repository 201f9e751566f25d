import { t } from '#contract/translate.ts'
import { showToast } from './toast-store.ts'

export const maxQuantity = 9999

/** A quantity while it is typed: digits and a dot, at most four characters. */
export function isQuantityText(text: string): boolean {
  return /^[0-9.]{0,4}$/.test(text)
}

/** Says why what was typed or pasted did not arrive, a sign above all. */
export function refuseQuantity(): void {
  showToast({ message: t('數量請輸入 1 到 {maxQuantity} 的數字', { maxQuantity }), success: false })
}

/** A typed quantity as it counts: rounded down, and at least `min`. */
export function committedQuantity(text: string, min = 1): number {
  const number = Math.floor(Number(text))
  return number >= min ? Math.min(number, maxQuantity) : min
}
