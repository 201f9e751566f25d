import type { Coupon, CouponInput } from '#contract/coupons.ts'
import type { FieldWords } from '../ui/fields/field-errors.ts'
import { dayInstant, endOfTaipeiDay, toTaipeiDay } from '../ui/fields/taipei-input.ts'
import { couponLabel } from './coupon-label.ts'

/** The coupon dialog's fields; an empty number field holds none. */
export interface CouponForm {
  title: string
  /** `2026-11-30`, in Taipei. */
  due_date: string
  percent: number | ''
  code: string
  is_enabled: 0 | 1
}

/** `now` is epoch milliseconds: a new coupon is good to the end of today. */
export function newCoupon(now: number): CouponForm {
  return {
    title: '',
    due_date: toTaipeiDay(now),
    percent: 80,
    code: 'frost',
    is_enabled: 0,
  }
}

export function couponForm({ title, due_date, percent, code, is_enabled }: Coupon): CouponForm {
  return { title, due_date: toTaipeiDay(due_date), percent, code, is_enabled }
}

/** `saved` is the coupon that the form edits. */
export function couponInput(form: CouponForm, saved?: Coupon): CouponInput {
  const due_date = dayInstant(form.due_date, saved?.due_date, endOfTaipeiDay)
  return { ...form, due_date, code: form.code.trim() }
}

/** The fields by the names that the server gives them, in the order of the form. */
export const couponWords = {
  title: { label: '名稱', invalid: '名稱請在 200 個字以內' },
  due_date: { label: '到期日', missing: '請選擇到期日', invalid: '到期日不正確' },
  percent: { label: '折扣數', invalid: '折扣數請輸入 1 到 100 的整數' },
  code: {
    label: '優惠碼',
    invalid: '優惠碼請在 100 個字以內',
    codes: ['COUPON_CODE_TAKEN'],
  },
  is_enabled: { label: '是否啟用' },
} satisfies Record<string, FieldWords>

/** A percent below this one is more often a slip than an offer. */
const unusualPercent = 50

/** Likely mistakes, unless the coupon was saved with them before. */
export function couponQuestions(form: CouponForm, saved?: Coupon): string[] {
  const { percent } = form
  const isUnusual = typeof percent === 'number' && percent > 0 && percent < unusualPercent
  if (!isUnusual || percent === saved?.percent) return []
  return [`顧客只付 ${percent} %（${couponLabel(percent)}）`]
}
