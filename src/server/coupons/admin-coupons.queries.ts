import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm'
import { archivedBy, areArchived, notArchived } from '../db/archive.ts'
import type { Db } from '../db/connect.ts'
import { type PageRequest, readListPage } from '../db/list-page.ts'
import { coupons } from '../db/tables/coupons.ts'
import type { StaffActor } from '../http/actor.ts'
import { ShopError } from '../http/shop-error.ts'
import type { CouponRow } from './coupon-wire.ts'

const isLive = isNull(coupons.deletedAt)

export const couponSortKeys = {
  title: coupons.title,
  percent: coupons.percent,
  due_date: coupons.dueAt,
  code: coupons.code,
  is_enabled: coupons.isEnabled,
}
export const couponId = coupons.id

export function listCoupons(
  db: Db,
  page: PageRequest,
): Promise<{ rows: CouponRow[]; total: number }> {
  const count = () => db.$count(coupons, isLive)
  const read = (isOnPage: SQL, orderBy: SQL[]) =>
    db
      .select()
      .from(coupons)
      .where(isOnPage)
      .orderBy(...orderBy)
  return readListPage(db, { table: coupons, where: isLive, count, read }, page)
}

/** Coupon settings for runs; archived coupons are left out. */
export function listCouponSettings(db: Db, ids: readonly string[]) {
  return db
    .select({ id: coupons.id, title: coupons.title, isEnabled: coupons.isEnabled })
    .from(coupons)
    .where(and(inArray(coupons.id, [...ids]), isLive))
}

/** All coupons, oldest first: their list has no filter. */
export async function listCouponIds(
  db: Db,
  { filter, limit }: { filter: Record<string, string>; limit: number },
): Promise<string[]> {
  const [unknown] = Object.keys(filter)
  if (unknown) throw new ShopError('INVALID_INPUT', { message: [`${unknown} 格式錯誤`] })
  const rows = await db
    .select({ id: coupons.id })
    .from(coupons)
    .where(isLive)
    .orderBy(coupons.id)
    .limit(limit)
  return rows.map(({ id }) => id)
}

export async function insertCoupon(
  db: Db,
  coupon: typeof coupons.$inferInsert,
): Promise<CouponRow> {
  const [row] = await db.insert(coupons).values(coupon).returning()
  if (!row) throw new Error('an inserted coupon came back empty')
  return row
}

export async function findCoupon(db: Db, id: string): Promise<CouponRow | undefined> {
  const [row] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), isLive))
  return row
}

/** Undefined when there is no such coupon. The row is locked until the end of the transaction. */
export async function lockCoupon(db: Db, id: string): Promise<CouponRow | undefined> {
  const [row] = await db
    .select()
    .from(coupons)
    .where(and(eq(coupons.id, id), isLive))
    .for('update')
  return row
}

export async function updateCoupon(
  db: Db,
  id: string,
  change: Partial<typeof coupons.$inferInsert>,
): Promise<CouponRow> {
  const [row] = await db.update(coupons).set(change).where(eq(coupons.id, id)).returning()
  if (!row) throw new Error('an updated coupon came back empty')
  return row
}

/** Undefined when there is no such coupon. */
export async function archiveCouponRow(
  db: Db,
  id: string,
  actor: StaffActor,
): Promise<CouponRow | undefined> {
  const [row] = await db
    .update(coupons)
    .set(archivedBy(actor))
    .where(and(eq(coupons.id, id), isLive))
    .returning()
  return row
}

/** Undefined when no such coupon is archived. */
export async function restoreCouponRow(
  db: Db,
  id: string,
): Promise<Pick<CouponRow, 'id' | 'title'> | undefined> {
  const [row] = await db
    .update(coupons)
    .set(notArchived)
    .where(areArchived(coupons, { id }))
    .returning({ id: coupons.id, title: coupons.title })
  return row
}
