import type { Shortage } from '#contract/errors.ts'

/** The rest of a product, for a shopper who wants more. */
export function shortageText({ title, left }: Pick<Shortage, 'title' | 'left'>): string {
  return left > 0 ? `「${title}」只剩 ${left} 件` : `「${title}」已售完`
}
