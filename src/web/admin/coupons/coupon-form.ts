import type { Coupon, CouponInput } from '#contract/coupons.ts'
import { endOfTaipeiDay, taipeiDay } from './expiry.ts'

/** The coupon dialog's fields; an empty number or date field holds none. */
export interface CouponForm {
  title: string
  due_date: number | ''
  percent: number | ''
  code: string
  is_enabled: 0 | 1
}

/** `now` is epoch milliseconds: a new coupon is good to the end of today. */
export function newCoupon(now: number): CouponForm {
  return {
    title: '',
    due_date: endOfTaipeiDay(taipeiDay(now)),
    percent: 80,
    code: 'frost',
    is_enabled: 0,
  }
}

/** An expiry that nobody changes goes back as it came. */
export function couponForm({ title, due_date, percent, code, is_enabled }: Coupon): CouponForm {
  return { title, due_date, percent, code, is_enabled }
}

export function couponInput(form: CouponForm): CouponInput {
  return { ...form, code: form.code.trim() }
}

/** The fields by the names that the server gives them in its messages. */
export const couponLabels = {
  title: '名稱',
  due_date: '到期日',
  percent: '折扣數',
  code: '優惠碼',
  is_enabled: '是否啟用',
}
