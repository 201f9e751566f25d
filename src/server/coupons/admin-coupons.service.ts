import type { NodePgDatabase } from 'drizzle-orm/node-postgres'
import { Coupon, maxDueDate } from '#contract/coupons.schema.ts'
import type { CouponInput } from '#contract/coupons.ts'
import { violatedConstraint } from '../db/database-error.ts'
import { createId } from '../db/id.ts'
import { transaction } from '../db/transaction.ts'
import { ShopError } from '../http/shop-error.ts'
import { parseBoolean, readInteger, readText } from '../input/coerced-values.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import {
  insertCoupon,
  lockCoupon,
  markCouponDeleted,
  updateCoupon,
} from './admin-coupons.queries.ts'
import { type CouponRow, dueInstant } from './coupon-wire.ts'

const knownKeys = Object.keys(Coupon.properties)

export function createCoupon(db: NodePgDatabase, input: CouponInput): Promise<CouponRow> {
  const given = readCoupon(input)
  return withUniqueCode(() => insertCoupon(db, { ...given, id: createId() }))
}

/** Changes what the input names; keys of its own that it does not name stay. */
export function changeCoupon(
  db: NodePgDatabase,
  coupon: { id: string; input: CouponInput },
): Promise<CouponRow> {
  const given = readCoupon(coupon.input)
  return withUniqueCode(() =>
    transaction(db, async (tx) => {
      const known = await lockCoupon(tx, coupon.id)
      if (!known) throw new ShopError('ADMIN_COUPON_NOT_FOUND')
      const extra = unknownProperties({ ...known.extra, ...given.extra }, [])
      return updateCoupon(tx, coupon.id, { ...given, extra })
    }),
  )
}

/** The row stays, so that a cart which holds the coupon can say what became of it. */
export async function deleteCoupon(db: NodePgDatabase, id: string): Promise<void> {
  if (!(await markCouponDeleted(db, id))) throw new ShopError('ADMIN_COUPON_NOT_FOUND')
}

function readCoupon(input: CouponInput) {
  const dueDate = readInteger(input.due_date, {
    field: 'due_date',
    minimum: 1,
    maximum: maxDueDate,
  })
  return {
    title: readText(input.title, 'title'),
    code: readText(input.code, 'code'),
    percent: readInteger(input.percent, { field: 'percent', minimum: 1, maximum: 100 }),
    dueDate,
    dueAt: dueInstant(dueDate),
    isEnabled: parseBoolean(input.is_enabled),
    extra: unknownProperties(input, knownKeys),
  }
}

async function withUniqueCode<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'coupons_code') throw error
    throw new ShopError('COUPON_CODE_TAKEN', { cause: error })
  }
}
