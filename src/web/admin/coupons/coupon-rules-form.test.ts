import { expect, it } from 'vitest'
import { couponRulesForm, couponRulesInput } from './coupon-rules-form.ts'

const coupon = {
  id: 'c',
  num: 1,
  title: '券',
  code: 'frost',
  percent: 80,
  due_date: 4_070_908_799,
  is_enabled: 1 as const,
}
const { id: _, num: __, ...base } = coupon

it('sends an empty field as no rule, and the coupon itself as it was', () => {
  expect(couponRulesInput(coupon, couponRulesForm(coupon))).toEqual({
    ...base,
    max_uses: null,
    max_uses_per_member: null,
    min_total: null,
    first_order_only: 0,
    valid_from: null,
    categories: [],
    product_ids: [],
    allows_group: 0,
  })
})

it('sends rules that were not touched as they came', () => {
  const rules = {
    max_uses: 5,
    max_uses_per_member: 1,
    min_total: 1000,
    first_order_only: 1 as const,
    valid_from: 1_700_000_000,
    categories: ['燈飾', '茶與咖啡'],
    product_ids: ['-a', '-b'],
    allows_group: 1 as const,
  }
  const saved = { ...coupon, ...rules }
  expect(couponRulesInput(saved, couponRulesForm(saved))).toEqual({ ...base, ...rules })
})
