import { t } from '#contract/translate.ts'
/** Label of a product that is low on stock. */
export function stockLeftText(left: number | undefined): string | undefined {
  return left !== undefined && left > 0 ? t('僅剩 {left} 件', { left }) : undefined
}
