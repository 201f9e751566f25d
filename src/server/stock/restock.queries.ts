import { and, asc, eq, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { isEnglish, type Language } from '#contract/translate.ts'
import { isLineGone } from '../catalog/line-product.ts'
import {
  areSoldAs,
  isSoldProduct,
  isSoldVariant,
  isVariantOfProduct,
  soldIdOfProduct,
  soldTitle,
  soldTitleInEnglish,
} from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import { createId } from '../db/id.ts'
import { products, variants } from '../db/tables/catalog.ts'
import { restockRequests, stock } from '../db/tables/stock.ts'

const isOpen = isNotNull(restockRequests.email)
const isPublished = sql<boolean>`not ${isLineGone}`
/** A product that is not counted is always available. */
const isAvailable = sql<boolean>`coalesce(${stock.onHand} - ${stock.held}, 1) > 0`

interface Availability {
  productId: string
  /** Null without options. */
  chosenId: string | null
  variantId: string
  title: string
  titleInEnglish: string | null
  isAvailable: boolean
}

/** Of several the first that is sold out. Undefined when none is published. */
async function readAvailability(
  db: Db,
  isMeant: SQL | undefined,
): Promise<Availability | undefined> {
  const [row] = await db
    .select({
      productId: products.id,
      chosenId: variants.id,
      variantId: soldIdOfProduct,
      title: soldTitle,
      titleInEnglish: soldTitleInEnglish,
      isAvailable,
    })
    .from(products)
    .leftJoin(variants, isVariantOfProduct)
    .leftJoin(stock, eq(stock.variantId, soldIdOfProduct))
    .where(and(isMeant, isPublished))
    .orderBy(isAvailable, asc(variants.position))
    .limit(1)
  return row
}

export const findAvailability = (db: Db, variantId: string) =>
  readAvailability(db, areSoldAs([variantId]))

/** Of this variant of a product; without one, of the first that is sold out. */
export const findAvailabilityOf = (db: Db, productId: string, variantId: string | undefined) =>
  readAvailability(
    db,
    and(eq(products.id, productId), variantId === undefined ? undefined : areSoldAs([variantId])),
  )

/** Requests of one address wait here for each other until the end of the transaction. */
export async function lockAddress(db: Db, email: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`restock ${email}`}, 0))`)
}

/** With whether the product is published: the request for another one is not answered. */
export function listOpenRequests(
  db: Db,
  email: string,
): Promise<{ variantId: string; isPublished: boolean }[]> {
  return db
    .select({ variantId: restockRequests.variantId, isPublished })
    .from(restockRequests)
    .leftJoin(variants, isSoldVariant(restockRequests.variantId))
    .innerJoin(products, isSoldProduct(restockRequests.variantId))
    .where(eq(restockRequests.email, email))
}

export async function insertRequest(
  db: Db,
  request: { variantId: string; email: string; network: string },
): Promise<void> {
  await db
    .insert(restockRequests)
    .values({ ...request, id: createId(), language: isEnglish() ? 'en' : null })
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
  variantId: string,
  limit: number,
): Promise<{ id: string; email: string; language: Language | null; network: string | null }[]> {
  const { id, email, language, network } = restockRequests
  const rows = await db
    .select({ id, email, language, network })
    .from(restockRequests)
    .where(and(eq(restockRequests.variantId, variantId), isOpen))
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
    .selectDistinct({ variantId: restockRequests.variantId })
    .from(restockRequests)
    .leftJoin(variants, isSoldVariant(restockRequests.variantId))
    .innerJoin(products, isSoldProduct(restockRequests.variantId))
    .leftJoin(stock, eq(stock.variantId, restockRequests.variantId))
    .where(and(isOpen, isPublished, isAvailable))
  return rows.map(({ variantId }) => variantId)
}
