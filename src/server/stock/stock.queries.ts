import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { MovementKind } from '#contract/stock-rules.ts'
import {
  areSoldAs,
  isAskedVariant,
  soldIdOfProduct,
  soldTitle,
} from '../catalog/variants.queries.ts'
import type { Db } from '../db/connect.ts'
import { products, variants } from '../db/tables/catalog.ts'
import { stock, stockHolds, stockMovements } from '../db/tables/stock.ts'
import type { MovementActor } from './movements.ts'
import { tellStockMoves } from './tell-stock.ts'

export interface LockedStock {
  productId: string
  variantId: string
  title: string
  /** Null for a product that is not counted. */
  onHand: number | null
  held: number
}

/**
 * The stock of these products, those that are not counted too, locked until the end of the
 * transaction. The lock on the product lets no other administrator begin to count it meanwhile.
 */
export async function lockStock(db: Db, variantIds: readonly string[]): Promise<LockedStock[]> {
  const [found, counted] = await lockBoth(db, variantIds, { isArchivedToo: false })
  const numbers = new Map(counted.map((row) => [row.variantId, row]))
  return found.map((sold) => {
    const { onHand = null, held = 0 } = numbers.get(sold.variantId) ?? {}
    return { ...sold, onHand, held }
  })
}

/**
 * The same of what is counted, also of products that were archived: what they have sold is still to
 * be handed over.
 */
export async function lockCounted(
  db: Db,
  variantIds: readonly string[],
): Promise<{ variantId: string; onHand: number; held: number }[]> {
  const [, counted] = await lockBoth(db, variantIds, { isArchivedToo: true })
  return counted
}

function lockBoth(
  db: Db,
  variantIds: readonly string[],
  { isArchivedToo }: { isArchivedToo: boolean },
) {
  return Promise.all([
    db
      .select({ productId: products.id, variantId: soldIdOfProduct, title: soldTitle })
      .from(products)
      .leftJoin(variants, isAskedVariant(variantIds))
      .where(and(areSoldAs(variantIds), isArchivedToo ? undefined : isNull(products.deletedAt)))
      .orderBy(asc(products.id))
      .for('no key update', { of: products }),
    db
      .select()
      .from(stock)
      .where(inArray(stock.variantId, [...variantIds]))
      .orderBy(asc(stock.variantId))
      .for('update'),
  ])
}

/** Sets the numbers of locked products, which are counted from then on. */
export async function writeOnHand(
  db: Db,
  rows: readonly { variantId: string; onHand: number }[],
): Promise<void> {
  await db
    .insert(stock)
    .values(rows.map((row) => ({ ...row, held: 0 })))
    .onConflictDoUpdate({ target: stock.variantId, set: { onHand: sql`excluded.on_hand` } })
}

/** Stops counting a locked product; orders no longer hold anything of it. */
export async function deleteStock(db: Db, variantId: string): Promise<void> {
  await Promise.all([
    db.delete(stockHolds).where(eq(stockHolds.variantId, variantId)),
    db.delete(stock).where(eq(stock.variantId, variantId)),
  ])
}

interface NewMovement {
  variantId: string
  onHandChange: number
  heldChange: number
  onHand: number
  held: number
  orderId?: string
}

export async function recordMovements(
  db: Db,
  movements: readonly NewMovement[],
  cause: MovementActor & { kind: MovementKind; note: string | undefined },
): Promise<void> {
  await Promise.all([
    db.insert(stockMovements).values(movements.map((movement) => ({ ...movement, ...cause }))),
    tellStockMoves(db, movements, { isClosed: cause.kind === 'closed' }),
  ])
}

/** Pieces of these products that orders hold. */
export async function countHeld(
  db: Db,
  variantIds: readonly string[],
): Promise<Map<string, number>> {
  const { variantId, qty } = stockHolds
  const rows = await db
    .select({ variantId, n: sql<number>`sum(${qty})`.mapWith(Number) })
    .from(stockHolds)
    .where(inArray(variantId, [...variantIds]))
    .groupBy(variantId)
  return new Map(rows.map((row) => [row.variantId, row.n]))
}

/** Counted products among these with fewer than `fewerThan` left, and how many are left. */
export function listScarce(db: Db, variantIds: readonly string[], fewerThan: number) {
  const left = sql<number>`${stock.onHand} - ${stock.held}`
  return db
    .select({ product_id: stock.variantId, left })
    .from(stock)
    .where(and(inArray(stock.variantId, [...variantIds]), sql`${left} < ${fewerThan}`))
    .orderBy(asc(stock.variantId))
}

/**
 * Whether a receipt of a campaign booked pieces that the order had shipped without a hold. Other
 * orders are not looked for: movements are found by their product, of which there may be many.
 */
export async function isShippedByReceipt(db: Db, orderId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`select from stock_movements as movement
    where movement.order_id = ${orderId} and kind = 'shipped' and held_change = 0
      and product_id in (
        select coalesce(variant_id, product_id) from order_lines join orders on orders.id = order_lines.order_id
        where orders.id = ${orderId} and orders.group_id is not null)
    limit 1`)
  return (rowCount ?? 0) > 0
}
