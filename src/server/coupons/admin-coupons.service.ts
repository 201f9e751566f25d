import type { CouponInput } from '#contract/coupons.ts'
import { changedFields, recordAudit } from '../audit/audit.ts'
import { violatedConstraint } from '../db/database-error.ts'
import { createId } from '../db/id.ts'
import { type Transaction, transaction } from '../db/transaction.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import { changedColumns } from '../input/changed-columns.ts'
import { fieldError } from '../input/coerced-values.ts'
import { unknownProperties } from '../input/unknown-properties.ts'
import {
  archiveCouponRow,
  insertCoupon,
  lockCoupon,
  restoreCouponRow,
  updateCoupon,
} from './admin-coupons.queries.ts'
import { couponFieldOf, readCoupon } from './coupon-input.ts'
import { type CouponRow, knownCouponKeys } from './coupon-wire.ts'

export function createCoupon(
  db: Transaction,
  actor: StaffActor,
  input: CouponInput,
): Promise<CouponRow> {
  const given = checkCoupon(input)
  return withUniqueCode(() =>
    transaction(db, async (tx) => {
      const row = await insertCoupon(tx, { ...given, id: createId() })
      const subject = subjectOf(row)
      await recordAudit(tx, actor, { action: 'coupon.create', subject, after: given })
      return row
    }),
  )
}

/** Changes what the input names; rules and unknown properties that it does not name stay. */
export function changeCoupon(
  db: Transaction,
  actor: StaffActor,
  coupon: { id: string; input: CouponInput },
): Promise<CouponRow> {
  const given = readCoupon(coupon.input)
  return withUniqueCode(() =>
    transaction(db, async (tx) => {
      const known = await lockCoupon(tx, coupon.id)
      if (!known) throw new ShopError('ADMIN_COUPON_NOT_FOUND')
      const extra = unknownProperties({ ...known.extra, ...given.extra }, knownCouponKeys)
      const columns = changedColumns(given, coupon.input.changed_fields, couponFieldOf)
      const change = { ...columns, extra }
      assertBegins({ ...known, ...change })
      const { before, after, isChanged } = changedFields(known, change)
      if (!isChanged) return known
      const subject = subjectOf(known)
      await recordAudit(tx, actor, { action: 'coupon.update', subject, before, after })
      return updateCoupon(tx, coupon.id, change)
    }),
  )
}

/** Gives whether the coupon was enabled before; undefined when there is no such coupon. */
export function enableCoupon(
  db: Transaction,
  actor: StaffActor,
  id: string,
  isEnabled: boolean,
): Promise<boolean | undefined> {
  return transaction(db, async (tx) => {
    const known = await lockCoupon(tx, id)
    if (!known || known.isEnabled === isEnabled) return known?.isEnabled
    await updateCoupon(tx, id, { isEnabled })
    await recordAudit(tx, actor, {
      ...{ action: 'coupon.update', subject: subjectOf(known) },
      ...{ before: { isEnabled: known.isEnabled }, after: { isEnabled } },
    })
    return known.isEnabled
  })
}

/** The row stays, so that a cart which holds the coupon can say what became of it. */
export async function archiveCoupon(db: Transaction, actor: StaffActor, id: string): Promise<void> {
  await transaction(db, async (tx) => {
    const row = await archiveCouponRow(tx, id, actor)
    if (!row) throw new ShopError('ADMIN_COUPON_NOT_FOUND')
    await recordAudit(tx, actor, { action: 'coupon.archive', subject: subjectOf(row) })
  })
}

/** Throws COUPON_CODE_TAKEN; undefined when no such coupon is archived. */
export function restoreCoupon(tx: Transaction, id: string) {
  return withUniqueCode(() => restoreCouponRow(tx, id))
}

function subjectOf({ id, title }: CouponRow) {
  return { kind: 'coupon', id, title }
}

/** The columns that the input of a new coupon names; throws INVALID_INPUT. */
export function checkCoupon(input: CouponInput) {
  const given = readCoupon(input)
  assertBegins(given)
  return given
}

function assertBegins(coupon: { dueAt: Date; validFromAt?: Date | null }): void {
  if (!coupon.validFromAt || coupon.validFromAt < coupon.dueAt) return
  throw fieldError('valid_from', '開始日須早於到期日')
}

async function withUniqueCode<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if (violatedConstraint(error) !== 'coupons_code') throw error
    throw new ShopError('COUPON_CODE_TAKEN', { cause: error })
  }
}
