import type { Coupon, CouponInput } from '#contract/coupons.ts'
import type { FieldWords } from '../ui/fields/field-errors.ts'
import { dayInstant, startOfTaipeiDay, toTaipeiDay } from '../ui/fields/taipei-input.ts'

/** The rules of a coupon as a form has them; an empty field is no rule. */
export interface CouponRulesForm {
  max_uses: number | ''
  max_uses_per_member: number | ''
  min_total: number | ''
  first_order_only: 0 | 1
  /** `2026-11-30`, in Taipei; empty: no start. */
  valid_from: string
  categories: string[]
  product_ids: string[]
  allows_group: 0 | 1
}

/** The fields by the names that the server gives them, in the order of the form. */
export const couponRulesWords = {
  max_uses: { label: '總次數', invalid: '總次數請輸入 1 到 1,000,000 的整數' },
  max_uses_per_member: { label: '每人次數', invalid: '每人次數請輸入 1 到 1,000,000 的整數' },
  min_total: { label: '最低金額', invalid: '最低金額請輸入 1 以上的整數' },
  valid_from: { label: '開始日', invalid: '開始日須早於到期日' },
  categories: { label: '適用分類', invalid: '適用分類最多 50 個，每個 100 個字以內' },
  product_ids: { label: '適用商品', invalid: '適用商品最多 200 個' },
  first_order_only: { label: '限首購' },
  allows_group: { label: '可用於團購' },
} satisfies Record<keyof CouponRulesForm, FieldWords>

export function couponRulesForm(coupon: Coupon): CouponRulesForm {
  return {
    max_uses: coupon.max_uses ?? '',
    max_uses_per_member: coupon.max_uses_per_member ?? '',
    min_total: coupon.min_total ?? '',
    first_order_only: coupon.first_order_only ?? 0,
    valid_from: coupon.valid_from ? toTaipeiDay(coupon.valid_from) : '',
    categories: coupon.categories ?? [],
    product_ids: coupon.product_ids ?? [],
    allows_group: coupon.allows_group ?? 0,
  }
}

/** The coupon as it is, with the rules of the form. */
export function couponRulesInput(coupon: Coupon, form: CouponRulesForm): CouponInput {
  const { title, code, percent, due_date, is_enabled } = coupon
  return {
    ...{ title, code, percent, due_date, is_enabled },
    max_uses: ruleOf(form.max_uses),
    max_uses_per_member: ruleOf(form.max_uses_per_member),
    min_total: ruleOf(form.min_total),
    first_order_only: form.first_order_only,
    valid_from: ruleOf(dayInstant(form.valid_from, coupon.valid_from, startOfTaipeiDay)),
    categories: form.categories,
    product_ids: form.product_ids,
    allows_group: form.allows_group,
  }
}

function ruleOf(value: number | ''): number | null {
  return value === '' ? null : value
}
