import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { coupons } from '../db/tables/coupons.ts'
import { isCouponUsable } from './coupon-rules.ts'
import { countUses } from './coupon-uses.queries.ts'
import type { CouponRow } from './coupon-wire.ts'

/**
 * Codes match without regard to case, full-width forms and surrounding space. `readAt` is by the
 * clock of the database.
 */
export async function findCouponByCode(
  db: Db,
  code: string,
): Promise<(CouponRow & { readAt: Date }) | undefined> {
  const trimmed = code.trim()
  const spellings = sql`(lower(${trimmed}), lower(${trimmed.normalize('NFKC')}))`
  const [row] = await db
    .select({ ...getTableColumns(coupons), readAt: sql`now()`.mapWith(coupons.dueAt) })
    .from(coupons)
    .where(and(sql`lower(${coupons.code}) in ${spellings}`, isNull(coupons.deletedAt)))
  return row
}

/** Whether a coupon can be used, by the clock of the database. */
export async function isCouponUsableNow(db: Db, id: string): Promise<boolean> {
  const { isEnabled, dueAt, deletedAt } = coupons
  const [row] = await db
    .select({ isEnabled, dueAt, deletedAt, readAt: sql`now()`.mapWith(dueAt) })
    .from(coupons)
    .where(eq(coupons.id, id))
  return row !== undefined && isCouponUsable(row, row.readAt)
}

/** The coupon of a code while anybody may use it; `until` by the clock of the database. */
export async function findOffer(db: Db, code: string) {
  const coupon = await findCouponByCode(db, code)
  if (!coupon || !isCouponUsable(coupon, coupon.readAt)) return undefined
  const { id, maxUses, validFromAt, dueAt, percent, categories, productIds, minTotal } = coupon
  if (maxUses !== null && (await countUses(db, id)) >= maxUses) return undefined
  // The moments are compared with the clock of this process.
  const ahead = Date.now() - Number(coupon.readAt)
  const byOwnClock = (moment: Date) => new Date(Number(moment) + ahead)
  return {
    code: coupon.code,
    percent,
    isForAll: !categories && !productIds && minTotal === null && !coupon.isFirstOrderOnly,
    from: validFromAt && byOwnClock(validFromAt),
    until: byOwnClock(dueAt),
  }
}
