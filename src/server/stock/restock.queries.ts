import { and, asc, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { products } from '../db/tables/catalog.ts'
import { restockRequests, stock } from '../db/tables/stock.ts'

const isOpen = isNotNull(restockRequests.email)
const isPublished = and(eq(products.isEnabled, true), isNull(products.deletedAt))
/** A product that is not counted is always available. */
const isAvailable = sql`coalesce(${stock.onHand} - ${stock.held}, 1) > 0`

/** Undefined when the product is not published. */
export async function findAvailability(
  db: Db,
  productId: string,
): Promise<{ title: string; isAvailable: boolean } | undefined> {
  const [row] = await db
    .select({ title: products.title, isAvailable: sql<boolean>`${isAvailable}` })
    .from(products)
    .leftJoin(stock, eq(stock.productId, products.id))
    .where(and(eq(products.id, productId), isPublished))
  return row
}

/** Requests of one address wait here for each other until the end of the transaction. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`restock ${email}`}, 0))`)
}

/** With whether the product is published: the request for another one is not answered. */
export function listOpenRequests(
  db: Db,
  email: string,
): Promise<{ productId: string; isPublished: boolean }[]> {
  return db
    .select({ productId: restockRequests.productId, isPublished: sql<boolean>`${isPublished}` })
    .from(restockRequests)
    .innerJoin(products, eq(products.id, restockRequests.productId))
    .where(eq(restockRequests.email, email))
}

export async function insertRequest(
  db: Db,
  request: { productId: string; email: string; network: string },
): Promise<void> {
  await db.insert(restockRequests).values({ ...request, id: createId() })
}

/** Ends a request, also one that has ended; false when there never was one. */
export async function endRequest(db: Db, id: string): Promise<boolean> {
  const ended = await db
    .update(restockRequests)
    .set({ email: null })
    .where(eq(restockRequests.id, id))
    .returning({ id: restockRequests.id })
  return ended.length > 0
}

/** The oldest open requests for a product, locked; other nodes pass over them. */
export async function lockWaiting(
  db: Db,
  productId: string,
  limit: number,
): Promise<{ id: string; email: string; network: string | null }[]> {
  const { id, email, network } = restockRequests
  const rows = await db
    .select({ id, email, network })
    .from(restockRequests)
    .where(and(eq(restockRequests.productId, productId), isOpen))
    .orderBy(asc(restockRequests.requestedAt), asc(restockRequests.id))
    .limit(limit)
    .for('update', { skipLocked: true })
  return rows.flatMap(({ email, ...row }) => (email === null ? [] : [{ ...row, email }]))
}

export async function endRequestsOf(db: Db, email: string): Promise<void> {
  await db.update(restockRequests).set({ email: null }).where(eq(restockRequests.email, email))
}

export async function endRequests(db: Db, ids: readonly string[]): Promise<void> {
  await db
    .update(restockRequests)
    .set({ email: null })
    .where(inArray(restockRequests.id, [...ids]))
}

/** The published products that are available again while an address waits for them. */
export async function listRestocked(db: Db): Promise<string[]> {
  const rows = await db
    .selectDistinct({ productId: restockRequests.productId })
    .from(restockRequests)
    .innerJoin(products, eq(products.id, restockRequests.productId))
    .leftJoin(stock, eq(stock.productId, restockRequests.productId))
    .where(and(isOpen, isPublished, isAvailable))
  return rows.map(({ productId }) => productId)
}
