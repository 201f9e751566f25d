import { desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { categories, products } from '../db/tables/catalog.ts'
import { isPublished } from './catalog.queries.ts'
import { catalogChannel } from './catalog-cache.ts'
import { writeProductTerms } from './product-terms.ts'

/** Products whose search terms are made by one statement. */
const termsAtOnce = 500

export interface CategoryRow {
  name: string
  count: number
  picture: string
  text: string
}

/** Of published products. In the owner's order; then that of the newest product first. */
export const listCategories = (db: Db) => listOf(db, isPublished)
/** Of all products that are not deleted. */
export const listAllCategories = (db: Db) => listOf(db, isNull(products.deletedAt))

function listOf(db: Db, where: ReturnType<typeof isNull> | undefined): Promise<CategoryRow[]> {
  const counted = db
    .select({
      name: products.category,
      count: sql<number>`count(*)::int`.as('count'),
      newest: sql`max(${products.id})`.as('newest'),
    })
    .from(products)
    .where(where)
    .groupBy(products.category)
    .as('counted')
  return db
    .select({
      name: counted.name,
      count: counted.count,
      picture: sql<string>`coalesce(${categories.picture}, '')`,
      text: sql<string>`coalesce(${categories.text}, '')`,
    })
    .from(counted)
    .leftJoin(categories, eq(categories.name, counted.name))
    .orderBy(sql`${categories.position} nulls last`, desc(counted.newest))
}

/** Changes of categories wait for each other from here to the end of the transaction. */
export async function lockCategories(tx: Db): Promise<void> {
  await tx.execute(sql`lock table ${categories} in share row exclusive mode`)
}

/** Without a row it has no picture, no text and no place. */
export async function findCategory(db: Db, name: string) {
  const [row] = await db.select().from(categories).where(eq(categories.name, name))
  return row ?? { name, position: null, picture: '', text: '' }
}

/** Whether a product of the category exists, deleted ones included. */
export async function hasProducts(db: Db, name: string): Promise<boolean> {
  const [row] = await db
    .select({ id: products.id })
    .from(products)
    .where(eq(products.category, name))
    .limit(1)
  return row !== undefined
}

/** In the order of the names; every other category has no place. */
export async function writeOrder(tx: Db, names: readonly string[]): Promise<void> {
  await tx.update(categories).set({ position: null })
  if (names.length === 0) return
  await tx
    .insert(categories)
    .values(names.map((name, position) => ({ name, position })))
    .onConflictDoUpdate({ target: categories.name, set: { position: sql`excluded.position` } })
}

export async function writeCategory(
  tx: Db,
  row: typeof categories.$inferInsert & { name: string },
): Promise<void> {
  const { name, ...set } = row
  await tx.insert(categories).values(row).onConflictDoUpdate({ target: categories.name, set })
}

export async function deleteCategory(tx: Db, name: string): Promise<void> {
  await tx.delete(categories).where(eq(categories.name, name))
}

/** Moves all products, deleted ones too, so that they come back into a category that there is. */
export async function moveProducts(tx: Db, from: string, to: string): Promise<number> {
  const rows = await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.category, from))
    .orderBy(products.id)
    .for('update')
  const ids = rows.map(({ id }) => id)
  for (let start = 0; start < ids.length; start += termsAtOnce) {
    const some = ids.slice(start, start + termsAtOnce)
    await tx.update(products).set({ category: to }).where(inArray(products.id, some))
    await writeProductTerms(tx, some)
  }
  return ids.length
}

/** Every node drops its replies at the commit. */
export async function announceCategories(tx: Db): Promise<void> {
  await tx.execute(sql`select pg_notify(${catalogChannel}, '')`)
}
