import { maxCouponMinTotal, maxCouponUses, maxDueDate } from '#contract/coupons.schema.ts'
import type { CouponInput } from '#contract/coupons.ts'
import { parseBoolean, readInteger, readText } from '../input/coerced-values.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import { dueInstant, knownCouponKeys } from './coupon-wire.ts'

/** The field of each column that is named otherwise. */
export const couponFieldOf = {
  dueDate: 'due_date',
  dueAt: 'due_date',
  isEnabled: 'is_enabled',
  maxUses: 'max_uses',
  maxUsesPerMember: 'max_uses_per_member',
  minTotal: 'min_total',
  isFirstOrderOnly: 'first_order_only',
  validFrom: 'valid_from',
  validFromAt: 'valid_from',
  productIds: 'product_ids',
  allowsGroup: 'allows_group',
}

/** The columns that the input names. */
export function readCoupon(input: CouponInput) {
  const dueDate = readInteger(input.due_date, instantBounds('due_date'))
  return {
    title: readText(input.title, 'title'),
    code: readText(input.code, 'code').normalize('NFKC'),
    percent: readInteger(input.percent, { field: 'percent', minimum: 1, maximum: 100 }),
    dueDate,
    dueAt: dueInstant(dueDate),
    isEnabled: parseBoolean(input.is_enabled),
    extra: unknownProperties(input, knownCouponKeys),
    ...readRules(input),
  }
}

/** A rule that the input does not name is not among them; null, false and an empty list end one. */
function readRules(input: CouponInput) {
  const { max_uses, max_uses_per_member, min_total, valid_from } = input
  const { first_order_only, allows_group, categories, product_ids } = input
  return {
    ...(max_uses !== undefined && { maxUses: readLimit(max_uses, 'max_uses', maxCouponUses) }),
    ...(max_uses_per_member !== undefined && {
      maxUsesPerMember: readLimit(max_uses_per_member, 'max_uses_per_member', maxCouponUses),
    }),
    ...(min_total !== undefined && {
      minTotal: readLimit(min_total, 'min_total', maxCouponMinTotal),
    }),
    ...(first_order_only !== undefined && { isFirstOrderOnly: readFlag(first_order_only) }),
    ...(valid_from !== undefined && readValidFrom(valid_from)),
    ...(categories !== undefined && { categories: readList(categories, 'categories') }),
    ...(product_ids !== undefined && { productIds: readList(product_ids, 'product_ids') }),
    ...(allows_group !== undefined && { allowsGroup: readFlag(allows_group) }),
  }
}

function readLimit(value: number | string | null, field: string, maximum: number): number | null {
  return value === null ? null : readInteger(value, { field, minimum: 1, maximum })
}

function readFlag(value: Parameters<typeof parseBoolean>[0] | null): boolean {
  return value !== null && parseBoolean(value)
}

function readValidFrom(value: number | string | null) {
  if (value === null) return { validFrom: null, validFromAt: null }
  const validFrom = readInteger(value, instantBounds('valid_from'))
  return { validFrom, validFromAt: dueInstant(validFrom) }
}

function readList(values: string[] | null, field: string): string[] | null {
  const distinct = new Set((values ?? []).map((value) => readText(value, field)))
  return distinct.size === 0 ? null : [...distinct]
}

function instantBounds(field: string) {
  return { field, minimum: 1, maximum: maxDueDate }
}
