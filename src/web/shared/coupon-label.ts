import { isEnglish, t } from '#contract/translate.ts'

/** A coupon's percent is what is paid: 80 is 「8 折」, 75 is 「75 折」. */
export function couponPercentLabel(percent: number): string {
  if (percent >= 100) return t('不折扣')
  if (isEnglish()) return t('減 {off}%', { off: 100 - percent })
  return percent < 10 || percent % 10 === 0
    ? t('{percent} 折', { percent: percent / 10 })
    : t('{percent} 折', { percent })
}
