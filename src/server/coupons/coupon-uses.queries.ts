import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { type PageRequest, readListPage } from '../db/list-page.ts'
import { prepared, preparedText } from '../db/prepared.ts'
import { coupons, couponUses } from '../db/tables/coupons.ts'
import { members } from '../db/tables/members.ts'
import { orders } from '../db/tables/orders.ts'
import type { Transaction } from '../db/transaction.ts'
import { type CouponCounts, hasLimits } from './coupon-rules.ts'
import type { CouponRow, HeldCoupon } from './coupon-wire.ts'

// A member is known by the mailbox: the accounts that it has had count as one. An archived order is
// in an index of its own.
const counted = preparedText<{ uses: number; ofMember: number; hasOrdered: boolean }>(
  'coupon_counts',
  `with same as (
    select $2::text as owner
    union
    select 'm:' || other.uid from member_mailboxes as own
    join member_mailboxes as other on other.mailbox = own.mailbox
    where $2::text like 'm:%' and own.uid = substr($2::text, 3)
  )
  select
    (select count(*)::int from (
      select 1 from coupon_uses where coupon_id = $1 and returned_at is null limit $3::int
    ) as counting) as uses,
    (select count(*)::int from coupon_uses where coupon_id = $1 and returned_at is null
      and owner in (select owner from same)) as "ofMember",
    exists (select 1 from orders where deleted_at is null
      and owner in (select owner from same) and state <> 'cancelled')
    or exists (select 1 from orders where deleted_at is not null
      and owner in (select owner from same) and state <> 'cancelled') as "hasOrdered"`,
)

/** Counts for the limits of a coupon, for the shopper with this owner key. */
export async function countForCoupon(
  db: Db,
  { id, maxUses }: Pick<HeldCoupon, 'id' | 'maxUses'>,
  owner: string,
): Promise<CouponCounts> {
  const [row] = await counted(db, [id, owner, maxUses ?? 0])
  if (!row) throw new Error('the counts of a coupon came back empty')
  return { uses: row.uses, usesOfMember: row.ofMember, hasOrdered: row.hasOrdered }
}

const byId = (db: Db) =>
  db
    .select()
    .from(coupons)
    .where(eq(coupons.id, sql.placeholder('id')))

const locked = prepared((db) => byId(db).for('share').prepare('coupon_lock'))
const limitsLocked = prepared((db) => byId(db).for('no key update').prepare('coupon_lock_limits'))

/**
 * Locks a coupon until the end of the transaction that orders with it, and gives it as it is now:
 * an owner who changes it waits, or was first. One with limits is locked against other shoppers as
 * well, so that what is counted afterwards stays true. It is locked after the cart and before the
 * stock of the order.
 */
export async function lockCoupon(
  tx: Transaction,
  known: Pick<CouponRow, 'id'> & Parameters<typeof hasLimits>[0],
): Promise<CouponRow> {
  const { id } = known
  const isCounted = hasLimits(known)
  const [coupon] = await (isCounted ? limitsLocked : locked)(tx).execute({ id })
  if (!coupon) throw new Error(`no coupon ${id}`)
  // It has been given limits since it was read.
  if (!isCounted && hasLimits(coupon)) return lockCoupon(tx, coupon)
  return coupon
}

const inserted = prepared((db) =>
  db
    .insert(couponUses)
    .values({
      orderId: sql.placeholder('orderId'),
      couponId: sql.placeholder('couponId'),
      owner: sql.placeholder('owner'),
      discount: sql.placeholder('discount'),
    })
    .prepare('coupon_use_insert'),
)

/** Records the use of a coupon by a new order, in the transaction of the order. */
export async function recordCouponUse(
  tx: Transaction,
  use: { orderId: string; couponId: string; owner: string; discount: number },
): Promise<void> {
  await inserted(tx).execute(use)
}

/**
 * Gives back the uses of cancelled orders, once; an order without a coupon has none. The coupons are
 * not locked, so it may be called in any order with the release of stock.
 */
export async function returnUses(tx: Transaction, orderIds: readonly string[]): Promise<void> {
  await tx
    .update(couponUses)
    .set({ returnedAt: sql`now()` })
    .where(and(inArray(couponUses.orderId, [...orderIds]), isNull(couponUses.returnedAt)))
}

/** The uses of these orders count for another owner. */
export async function moveUses(
  tx: Transaction,
  orderIds: readonly string[],
  owner: string,
): Promise<void> {
  await tx
    .update(couponUses)
    .set({ owner })
    .where(inArray(couponUses.orderId, [...orderIds]))
}

/** Sets the coupon discounts of repriced orders, in whole NT$. */
export async function changeDiscounts(
  tx: Transaction,
  changes: readonly { orderId: string; discount: number }[],
): Promise<void> {
  await tx.execute(sql`
    update coupon_uses as used set discount = change.discount
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)
      as change ("orderId" text, discount bigint)
    where used.order_id = change."orderId"`)
}

/** Sets the discount of an order's coupon, after the order has changed. */
export async function setDiscount(
  tx: Transaction,
  orderId: string,
  discount: number,
): Promise<void> {
  await tx.update(couponUses).set({ discount }).where(eq(couponUses.orderId, orderId))
}

/**
 * The coupon that an order uses, with the percent that its lines were sold with. `readAt` is by the
 * clock of the database.
 */
export async function couponOfOrder(
  db: Db,
  orderId: string,
): Promise<(CouponRow & { readAt: Date }) | undefined> {
  const [row] = await db
    .select({
      coupon: coupons,
      readAt: sql`now()`.mapWith(coupons.dueAt),
      percent: sql<number>`coalesce((select (line.coupon ->> 'percent')::int
        from order_lines as line where line.order_id = ${orderId} and line.coupon is not null
        limit 1), ${coupons.percent})`,
    })
    .from(couponUses)
    .innerJoin(coupons, eq(coupons.id, couponUses.couponId))
    .where(and(eq(couponUses.orderId, orderId), isNull(couponUses.returnedAt)))
  return row && { ...row.coupon, readAt: row.readAt, percent: row.percent }
}

/** The uses that count, without those that were given back. */
export function countUses(db: Db, couponId: string): Promise<number> {
  return db.$count(
    couponUses,
    and(eq(couponUses.couponId, couponId), isNull(couponUses.returnedAt)),
  )
}

/** One page of a coupon's uses with their orders, newest first. */
export function listUses(db: Db, couponId: string, page: { limit: number; offset: number }) {
  const where = eq(couponUses.couponId, couponId)
  const id = couponUses.orderId
  const request: PageRequest = { ...page, order: { id, column: id, isDescending: true } }
  return readListPage(
    db,
    {
      table: couponUses,
      where,
      count: () => db.$count(couponUses, where),
      read: (isOnPage, orderBy) =>
        db
          .select({
            orderId: couponUses.orderId,
            orderNumber: orders.number,
            owner: couponUses.owner,
            email: sql<string>`coalesce(${members.email}, ${orders.userEmail})`,
            discount: couponUses.discount,
            usedAt: couponUses.usedAt,
            returnedAt: couponUses.returnedAt,
          })
          .from(couponUses)
          .innerJoin(orders, eq(orders.id, couponUses.orderId))
          .leftJoin(members, sql`${couponUses.owner} = 'm:' || ${members.uid}`)
          .where(isOnPage)
          .orderBy(...orderBy),
    },
    request,
  )
}
