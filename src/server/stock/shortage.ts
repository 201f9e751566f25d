import type { Shortage } from '#contract/errors.ts'
import { t } from '#contract/translate.ts'

/** The rest of a product, for a shopper who wants more. */
export function shortageText({ title, left }: Pick<Shortage, 'title' | 'left'>): string {
  return left > 0
    ? t('「{title}」只剩 {left} 件', { title, left })
    : t('「{title}」已售完', { title })
}
