import type { ShownCredit } from '#contract/credit.ts'
import { t } from '#contract/translate.ts'

/** 購物金 names both where both are on. */
export function creditTitle(shown: ShownCredit | undefined): string {
  return shown && !shown.credit ? t('我的點數') : t('我的購物金')
}
