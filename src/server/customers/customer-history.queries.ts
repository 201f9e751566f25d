import { and, count, desc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { PgSelect } from 'drizzle-orm/pg-core'
import type { Db } from '../db/connect.ts'
import { campaigns } from '../db/tables/campaigns.ts'
import { coupons, couponUses } from '../db/tables/coupons.ts'
import { groups } from '../db/tables/groups.ts'
import { mailOutbox } from '../db/tables/mail.ts'
import { orders } from '../db/tables/orders.ts'
import { participations } from '../db/tables/participations.ts'
import type { Listed, Place } from './customers.queries.ts'

const isOf = (key: string) => eq(orders.customerKey, key)

/** Orders of a customer, archived or not. */
export function listOrdersOf(db: Db, key: string, place: Place) {
  const { id, number, createdAt, state, payment, total, deletedAt } = orders
  const rows = db
    .select({ id, number, createdAt, state, payment, total, deletedAt })
    .from(orders)
    .where(isOf(key))
    .orderBy(desc(id))
  return paged(rows.$dynamic(), db.$count(orders, isOf(key)), place)
}

/** The places that a customer has or had in groups. */
export function listGroupsOf(db: Db, key: string, place: Place) {
  const { id, state, qty, orderId, joinedAt, memberId } = participations
  const rows = db
    .select({
      id,
      state,
      qty,
      orderId,
      joinedAt,
      code: groups.code,
      campaignId: campaigns.id,
      title: campaigns.title,
      isLeader: sql<boolean>`${memberId} = coalesce(${groups.leaderId}, '')`,
    })
    .from(orders)
    .innerJoin(participations, eq(orderId, orders.id))
    .innerJoin(groups, eq(groups.id, participations.groupId))
    .innerJoin(campaigns, eq(campaigns.id, participations.campaignId))
    .where(isOf(key))
    .orderBy(desc(participations.seq))
  const counted = countOf(
    db
      .select({ n: count() })
      .from(orders)
      .innerJoin(participations, eq(orderId, orders.id))
      .where(isOf(key)),
  )
  return paged(rows.$dynamic(), counted, place)
}

/** The coupons that a customer's orders were cheaper by. */
export function listCouponsOf(db: Db, key: string, place: Place) {
  const { orderId, couponId, discount, usedAt, returnedAt } = couponUses
  const { number } = orders
  const rows = db
    .select({
      orderId,
      couponId,
      discount,
      usedAt,
      returnedAt,
      number,
      title: coupons.title,
      code: coupons.code,
    })
    .from(orders)
    .innerJoin(couponUses, eq(orderId, orders.id))
    .innerJoin(coupons, eq(coupons.id, couponId))
    .where(isOf(key))
    .orderBy(desc(orders.id))
  const counted = countOf(
    db
      .select({ n: count() })
      .from(orders)
      .innerJoin(couponUses, eq(orderId, orders.id))
      .where(isOf(key)),
  )
  return paged(rows.$dynamic(), counted, place)
}

/** The mails about a customer's orders, and others to the address of the last one. */
export function listMailsOf(db: Db, customer: { key: string; email: string }, place: Place) {
  const { id, kind, subject, recipient, orderId, createdAt, sentAt, givenUpAt } = mailOutbox
  const ordered = db.select({ id: orders.id }).from(orders).where(isOf(customer.key))
  // An order keeps the address as it was typed, other mails have it in small letters.
  const spellings = [customer.email, customer.email.toLowerCase()]
  const where = or(
    and(isNotNull(orderId), inArray(orderId, ordered)),
    and(inArray(recipient, spellings), sql`${orderId} is null`),
  )
  const rows = db
    .select({ id, kind, subject, recipient, orderId, createdAt, sentAt, givenUpAt })
    .from(mailOutbox)
    .where(where)
    .orderBy(desc(id))
  return paged(rows.$dynamic(), db.$count(mailOutbox, where as SQL), place)
}

async function countOf(counting: PromiseLike<{ n: number }[]>): Promise<number> {
  const [counted] = await counting
  return counted?.n ?? 0
}

async function paged<Q extends PgSelect>(
  rows: Q,
  total: PromiseLike<number>,
  { limit, offset }: Place,
): Promise<Listed<Awaited<Q>[number]>> {
  const [found, n] = await Promise.all([rows.limit(limit).offset(offset), total])
  return { rows: found as Awaited<Q>[number][], total: n }
}
