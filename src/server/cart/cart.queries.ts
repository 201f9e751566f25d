import { and, asc, count, eq, getTableColumns, sql } from 'drizzle-orm'
import { maxCartLines, maxQuantity } from '#contract/cart.ts'
import { isLineGone, lineProductColumns, lineVariantColumns } from '../catalog/line-product.ts'
import { isSoldProduct, isSoldVariant } from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import { prepared, preparedText } from '../db/prepared.ts'
import { cartLines, carts } from '../db/tables/cart.ts'
import { products, variants } from '../db/tables/catalog.ts'
import { coupons } from '../db/tables/coupons.ts'
import { stock } from '../db/tables/stock.ts'
import { maxOwnKeysBytes } from '../input/unknown-properties.ts'

const owner = sql.placeholder('owner')

/** The input of the pricing of a cart, and the notice about its coupon. */
const {
  num: _num,
  extra: _extra,
  createdAt: _createdAt,
  ...couponColumns
} = getTableColumns(coupons)

const linesWithProducts = prepared((db) =>
  db
    .select({
      id: cartLines.id,
      qty: cartLines.qty,
      extra: cartLines.extra,
      product: lineProductColumns,
      variant: lineVariantColumns,
      /** It is no longer offered: such a line is shown, and counts for nothing. */
      isGone: isLineGone,
      /** Null for a product that is not counted. */
      stockLeft: sql<number | null>`${stock.onHand} - ${stock.held}`,
      coupon: couponColumns,
      /** By the clock of the database. */
      readAt: sql`now()`.mapWith(coupons.dueAt),
    })
    .from(cartLines)
    .leftJoin(variants, isSoldVariant(cartLines.variantId))
    .innerJoin(products, isSoldProduct(cartLines.variantId))
    .innerJoin(carts, eq(carts.owner, cartLines.owner))
    .leftJoin(coupons, eq(coupons.id, carts.couponId))
    .leftJoin(stock, eq(stock.variantId, cartLines.variantId))
    .where(eq(cartLines.owner, owner))
    .orderBy(asc(cartLines.id))
    .prepare('cart_lines_with_products'),
)

export type CartRow = Awaited<ReturnType<typeof readCartRows>>[number]

/** The lines of a cart with their products and the cart's coupon, oldest line first. */
export function readCartRows(db: Db, ownerKey: string) {
  return linesWithProducts(db).execute({ owner: ownerKey })
}

/** The id under which a line is held in stock. */
export function soldId({ product, variant }: Pick<CartRow, 'product' | 'variant'>): string {
  return variant?.id ?? product.id
}

/** Less is left than the line asks for. */
export function isShort<Line extends Pick<CartRow, 'qty' | 'stockLeft'>>(
  line: Line,
): line is Line & { stockLeft: number } {
  return line.stockLeft !== null && line.stockLeft < line.qty
}

const locked = prepared((db) =>
  db
    .insert(carts)
    .values({ owner })
    .onConflictDoUpdate({ target: carts.owner, set: { updatedAt: sql`now()` } })
    .returning({ couponId: carts.couponId })
    .prepare('cart_lock'),
)

/** Upserts the cart and locks its row: every change of a cart begins with it. */
export async function lockCart(db: Db, ownerKey: string): Promise<{ couponId: string | null }> {
  const [cart] = await locked(db).execute({ owner: ownerKey })
  return cart ?? { couponId: null }
}

const existingLocked = prepared((db) =>
  db
    .select({ couponId: carts.couponId })
    .from(carts)
    .where(eq(carts.owner, owner))
    .for('update')
    .prepare('cart_lock_existing'),
)

/** Locks the cart if there is one. */
export async function lockExistingCart(
  db: Db,
  ownerKey: string,
): Promise<{ couponId: string | null } | undefined> {
  const [cart] = await existingLocked(db).execute({ owner: ownerKey })
  return cart
}

/** Own keys that are not in `extra` stay as they are. */
export interface LineChange {
  qty: number
  extra: Record<string, unknown>
}

export interface AddedLine {
  /** The id of the line; null when the quantity would pass its limit. */
  id: string | null
  isCartFull: boolean
}

/**
 * A published product as it is sold: its variant of this id, or itself if it has no options. Where the
 * id is null, the first one that can be had, rather one that the cart has a line of already.
 */
function soldAs(productId: string, variantId: string, ownerKey: string): string {
  return `select coalesce(chosen.id, product.id) as id
    from products as product left join lateral (
      select variant.id from variants as variant
        left join stock on stock.product_id = variant.id
      where variant.product_id = product.id and variant.is_enabled and variant.archived_at is null
        and variant.id = coalesce(${variantId}::text, variant.id)
      order by coalesce(on_hand - held, 1) > 0 desc, exists (
        select from cart_lines where owner = ${ownerKey} and cart_lines.product_id = variant.id
      ) desc, variant.position limit 1
    ) as chosen on product.options <> '[]'
    where product.id = ${productId} and product.is_enabled and product.deleted_at is null
      and (chosen.id is not null
        or product.options = '[]' and coalesce(${variantId}::text, product.id) = product.id)`
}

const added = preparedText<{ is_full: boolean; id: string | null }>(
  'cart_add_line',
  `with product as (${soldAs('$3', '$6', '$2')}), known as (
    select count(*) as lines, count(*) filter (where product_id in (select id from product)) as same
    from cart_lines where owner = $2
  ), added as (
    insert into cart_lines as line (id, owner, product_id, qty, extra)
    select $1, $2, product.id, $4, $5
    from product, known where known.same = 1 or known.lines < ${maxCartLines}
    on conflict (owner, product_id) do update set qty = line.qty + excluded.qty,
      extra = line.extra || excluded.extra
    where line.qty + excluded.qty <= ${maxQuantity}
    returning line.id
  )
  select known.same = 0 and known.lines >= ${maxCartLines} as is_full,
    (select id from added) as id
  from product, known`,
)

/**
 * Adds a published product to a locked cart, to its line if there is one already. Undefined when
 * the product is not published.
 */
export async function addToLine(
  db: Db,
  line: { id: string; owner: string; productId: string; variantId?: string } & LineChange,
): Promise<AddedLine | undefined> {
  const { id, owner: ownerKey, productId, variantId = null, qty, extra } = line
  const [row] = await added(db, [id, ownerKey, productId, qty, extra, variantId])
  return row && { id: row.id, isCartFull: row.is_full }
}

const ofOwner = and(eq(cartLines.id, sql.placeholder('id')), eq(cartLines.owner, owner))
const quantitySet = prepared((db) =>
  db
    .update(cartLines)
    .set({
      qty: sql`${sql.placeholder('qty')}`,
      extra: sql`${cartLines.extra} || ${sql.placeholder('extra')}::jsonb`,
    })
    .where(ofOwner)
    .prepare('cart_set_quantity'),
)

/** False when the cart has no such line. */
export async function setLineQuantity(
  db: Db,
  line: { id: string; owner: string } & LineChange,
): Promise<boolean> {
  const { rowCount } = await quantitySet(db).execute({ ...line })
  return rowCount === 1
}

const variantChosen = preparedText<{
  id: string | null
  extra: LineChange['extra']
  same: string | null
  sameQty: number
}>(
  'cart_choose_variant',
  `select chosen.id, line.extra, same.id as same, coalesce(same.qty, 0) as "sameQty"
   from cart_lines as line left join variants as known on known.id = line.product_id
     left join lateral (
       ${soldAs('coalesce(known.product_id, line.product_id)', '$3', '$2')}
     ) as chosen on true
     left join cart_lines as same on same.owner = line.owner and same.product_id = chosen.id
       and same.id <> line.id
   where line.id = $1 and line.owner = $2`,
)

/** A line, the variant of its product, and the line of that one that the cart has besides. */
export async function findVariantOfLine(
  db: Db,
  { id, owner: ownerKey, variantId }: { id: string; owner: string; variantId: string },
) {
  const [row] = await variantChosen(db, [id, ownerKey, variantId])
  return row
}

export async function setLineVariant(
  db: Db,
  { id, owner: ownerKey, variantId }: { id: string; owner: string; variantId: string },
): Promise<void> {
  const isLine = and(eq(cartLines.id, id), eq(cartLines.owner, ownerKey))
  await db.update(cartLines).set({ variantId }).where(isLine)
}

const lineDeleted = prepared((db) =>
  db.delete(cartLines).where(ofOwner).prepare('cart_delete_line'),
)

/** False when the cart has no such line. */
export async function deleteLine(db: Db, line: { id: string; owner: string }): Promise<boolean> {
  const { rowCount } = await lineDeleted(db).execute(line)
  return rowCount === 1
}

const linesDeleted = prepared((db) =>
  db.delete(cartLines).where(eq(cartLines.owner, owner)).prepare('cart_delete_lines'),
)

/** Deletes all lines and the coupon. */
export async function emptyCart(db: Db, ownerKey: string): Promise<void> {
  await Promise.all([
    linesDeleted(db).execute({ owner: ownerKey }),
    setCartCoupon(db, ownerKey, null),
  ])
}

const couponSet = prepared((db) =>
  db
    .update(carts)
    .set({ couponId: sql`${sql.placeholder('couponId')}`, updatedAt: sql`now()` })
    .where(eq(carts.owner, owner))
    .prepare('cart_set_coupon'),
)

export async function setCartCoupon(
  db: Db,
  ownerKey: string,
  couponId: string | null,
): Promise<void> {
  await couponSet(db).execute({ owner: ownerKey, couponId })
}

/**
 * Moves the lines of one cart to another: quantities of the same product are added, to the limit,
 * and new lines are moved, oldest first, while there is room. Own keys of the moved line come over
 * those of the same product; alone where both are too large. Gives the number of those that stay.
 */
export async function moveLines(db: Db, from: string, to: string): Promise<number> {
  await db.execute(sql`
    with known as (
      select product_id from ${cartLines} where owner = ${to}
    ), fitting as (
      select id from ${cartLines} where owner = ${from}
      order by product_id in (select product_id from known) desc, id
      limit greatest(0, ${maxCartLines} - (select count(*) from known))
        + (select count(*) from ${cartLines}
           where owner = ${from} and product_id in (select product_id from known))
    ), moved as (
      delete from ${cartLines} where id in (select id from fitting) returning id, product_id, qty, extra
    )
    insert into ${cartLines} as line (id, owner, product_id, qty, extra)
    select id, ${to}, product_id, qty, extra from moved
    on conflict (owner, product_id)
    do update set qty = least(line.qty + excluded.qty, ${maxQuantity}),
      extra = case when excluded.extra <> '{}'
          and octet_length((line.extra || excluded.extra)::text) > ${maxOwnKeysBytes}
        then excluded.extra else line.extra || excluded.extra end`)
  const [left] = await db.select({ n: count() }).from(cartLines).where(eq(cartLines.owner, from))
  return left?.n ?? 0
}

/** Deletes the cart of a member whose account is deleted. */
export async function deleteCart(db: Db, ownerKey: string): Promise<void> {
  await db.delete(carts).where(eq(carts.owner, ownerKey))
}
