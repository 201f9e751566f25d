import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { maxCartLines, maxQuantity } from '#contract/cart.ts'
import { productColumns } from '../catalog/catalog.queries.ts'
import type { Db } from '../db/connect.ts'
import { prepared } from '../db/prepared.ts'
import { cartLines, carts } from '../db/tables/cart.ts'
import { products } from '../db/tables/catalog.ts'
import { coupons } from '../db/tables/coupons.ts'

const owner = sql.placeholder('owner')

const linesWithProducts = prepared((db) =>
  db
    .select({
      id: cartLines.id,
      qty: cartLines.qty,
      product: productColumns,
      isProductDeleted: sql<boolean>`${products.deletedAt} is not null`,
      coupon: getTableColumns(coupons),
    })
    .from(cartLines)
    .innerJoin(products, eq(products.id, cartLines.productId))
    .innerJoin(carts, eq(carts.owner, cartLines.owner))
    .leftJoin(coupons, eq(coupons.id, carts.couponId))
    .where(eq(cartLines.owner, owner))
    .orderBy(asc(cartLines.id))
    .prepare('cart_lines_with_products'),
)

export type CartRow = Awaited<ReturnType<typeof readCartRows>>[number]

/** The lines of a cart with their products and the cart's coupon, oldest line first. */
export function readCartRows(db: Db, ownerKey: string) {
  return linesWithProducts(db).execute({ owner: ownerKey })
}

/** Makes the cart if there is none, and locks it: every change of a cart begins here. */
export async function lockCart(db: Db, ownerKey: string): Promise<{ couponId: string | null }> {
  const [cart] = await db
    .insert(carts)
    .values({ owner: ownerKey })
    .onConflictDoUpdate({ target: carts.owner, set: { updatedAt: sql`now()` } })
    .returning({ couponId: carts.couponId })
  return cart ?? { couponId: null }
}

/** Locks the cart if there is one. */
export async function lockExistingCart(
  db: Db,
  ownerKey: string,
): Promise<{ couponId: string | null } | undefined> {
  const [cart] = await db
    .select({ couponId: carts.couponId })
    .from(carts)
    .where(eq(carts.owner, ownerKey))
    .for('update')
  return cart
}

export interface AddedLine {
  /** The id of the line; null when the quantity would pass its limit. */
  id: string | null
  isCartFull: boolean
}

/**
 * Adds a product on sale to a locked cart; on its line if it is there already. Undefined when the
 * product is not on sale.
 */
export async function addToLine(
  db: Db,
  line: { id: string; owner: string; productId: string; qty: number },
): Promise<AddedLine | undefined> {
  const { rows } = await db.execute<{ is_full: boolean; id: string | null }>(sql`
    with product as (
      select id from ${products}
      where id = ${line.productId} and is_enabled and deleted_at is null
    ), known as (
      select count(*) as lines, count(*) filter (where product_id = ${line.productId}) as same
      from ${cartLines} where owner = ${line.owner}
    ), added as (
      insert into ${cartLines} as line (id, owner, product_id, qty)
      select ${line.id}, ${line.owner}, product.id, ${line.qty}
      from product, known where known.same = 1 or known.lines < ${maxCartLines}
      on conflict (owner, product_id) do update set qty = line.qty + excluded.qty
      where line.qty + excluded.qty <= ${maxQuantity}
      returning line.id
    )
    select known.same = 0 and known.lines >= ${maxCartLines} as is_full,
      (select id from added) as id
    from product, known`)
  const [row] = rows
  return row && { id: row.id, isCartFull: row.is_full }
}

/** False when the cart has no such line. */
export async function setLineQuantity(
  db: Db,
  line: { id: string; owner: string; qty: number },
): Promise<boolean> {
  const { rowCount } = await db
    .update(cartLines)
    .set({ qty: line.qty })
    .where(and(eq(cartLines.id, line.id), eq(cartLines.owner, line.owner)))
  return rowCount === 1
}

/** False when the cart has no such line. */
export async function deleteLine(db: Db, line: { id: string; owner: string }): Promise<boolean> {
  const { rowCount } = await db
    .delete(cartLines)
    .where(and(eq(cartLines.id, line.id), eq(cartLines.owner, line.owner)))
  return rowCount === 1
}

/** Takes all lines, and the coupon with them. */
export async function emptyCart(db: Db, ownerKey: string): Promise<void> {
  await db.delete(cartLines).where(eq(cartLines.owner, ownerKey))
  await setCartCoupon(db, ownerKey, null)
}

export async function setCartCoupon(
  db: Db,
  ownerKey: string,
  couponId: string | null,
): Promise<void> {
  await db.update(carts).set({ couponId, updatedAt: sql`now()` }).where(eq(carts.owner, ownerKey))
}

/** Moves the lines of one cart to another: quantities of the same product are added, to the limit. */
export async function moveLines(db: Db, from: string, to: string): Promise<void> {
  await db.execute(sql`
    with moved as (
      delete from ${cartLines} where owner = ${from} returning id, product_id, qty
    )
    insert into ${cartLines} as line (id, owner, product_id, qty)
    select id, ${to}, product_id, qty from moved
    on conflict (owner, product_id)
    do update set qty = least(line.qty + excluded.qty, ${maxQuantity})`)
}

/** A cart and all in it: for a member who is gone. */
export async function deleteCart(db: Db, ownerKey: string): Promise<void> {
  await db.delete(carts).where(eq(carts.owner, ownerKey))
}
