import type { ShownCredit } from '#contract/credit.ts'

/** 購物金 names both where both are on. */
export function creditTitle(shown: ShownCredit | undefined): string {
  return shown && !shown.credit ? '我的點數' : '我的購物金'
}
