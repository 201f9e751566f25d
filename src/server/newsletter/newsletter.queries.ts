import { and, desc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { newsletterSubscribers as subscribers } from '../db/tables/newsletter.ts'

/** Notes the wish of an address; undefined for one that is confirmed already. */
export async function requestSubscription(
  db: Db,
  wish: { email: string; consent: string },
): Promise<string | undefined> {
  const [row] = await db
    .insert(subscribers)
    .values({ ...wish, id: createId() })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: { consent: wish.consent, requestedAt: sql`now()` },
      setWhere: isNull(subscribers.confirmedAt),
    })
    .returning({ id: subscribers.id })
  return row?.id
}

/** An address that agreed elsewhere; undefined for one that is confirmed already. */
export async function addConsented(
  db: Db,
  wish: { email: string; consent: string },
): Promise<string | undefined> {
  const [row] = await db
    .insert(subscribers)
    .values({ ...wish, id: createId(), confirmedAt: sql`now()` })
    .onConflictDoUpdate({
      target: subscribers.email,
      set: { consent: wish.consent, confirmedAt: sql`now()` },
      setWhere: isNull(subscribers.confirmedAt),
    })
    .returning({ id: subscribers.id })
  return row?.id
}

/** False for an address that is no longer there. */
export async function confirmSubscription(db: Db, id: string): Promise<boolean> {
  const confirmed = await db
    .update(subscribers)
    .set({ confirmedAt: sql`coalesce(${subscribers.confirmedAt}, now())` })
    .where(eq(subscribers.id, id))
    .returning({ id: subscribers.id })
  return confirmed.length > 0
}

export async function removeSubscriber(db: Db, id: string): Promise<void> {
  await db.delete(subscribers).where(eq(subscribers.id, id))
}

export async function removeSubscriberByEmail(db: Db, email: string): Promise<void> {
  await db.delete(subscribers).where(eq(subscribers.email, email))
}

export const isConfirmed = isNotNull(subscribers.confirmedAt)

/** Those of these addresses that are confirmed. */
export async function findConfirmed(db: Db, emails: readonly string[]): Promise<string[]> {
  const { email } = subscribers
  const rows = await db
    .select({ email })
    .from(subscribers)
    .where(and(inArray(email, [...emails]), isConfirmed))
  return rows.map((row) => row.email)
}

/** One page of the confirmed ones, the latest first. */
export async function listSubscribers(db: Db, page: { limit: number; offset: number }) {
  const { id, email, confirmedAt } = subscribers
  const [rows, total] = await Promise.all([
    db
      .select({ id, email, confirmedAt: sql<Date>`${confirmedAt}`.mapWith(confirmedAt) })
      .from(subscribers)
      .where(isConfirmed)
      .orderBy(desc(confirmedAt), desc(id))
      .limit(page.limit)
      .offset(page.offset),
    db.$count(subscribers, isConfirmed),
  ])
  return { rows, total }
}
