import { eq } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { preparedText } from '../db/prepared.ts'
import { stockHolds } from '../db/tables/stock.ts'
import type { MovementActor } from './movements.ts'
import { tellStock } from './tell-stock.ts'

// The rows of `stock` are locked in the order of the product ids before any is changed, so that orders
// of the same products wait for each other and never deadlock. The lock is a statement of its own,
// pipelined with the change: the change then reads the locked rows anew. In one statement it would
// compute from the rows of before the wait, and PostgreSQL checks constraints on that result.

export interface HeldQuantity {
  variantId: string
  qty: number
}

/** Of each movement that was written. */
type Moved = { variantId: string }
const idOf = ({ variantId }: Moved) => variantId

/** A product of which less is left than is asked for. */
export interface Missing {
  variantId: string
  asked: number
  left: number
}

/** The statements of a hold; the bench runs them by themselves. Parameter: products. */
export const lockStatement =
  'select from stock where product_id = any($1::text[]) order by product_id for update'

/** Parameters: order, products, quantities, actor and name. */
export const holdStatement = `with wanted as (
    select product_id, sum(qty)::integer as qty
    from unnest($2::text[], $3::integer[]) as line (product_id, qty) group by product_id
  ), counted as materialized (
    select stock.product_id, wanted.qty, stock.on_hand - stock.held as available
    from stock join wanted on wanted.product_id = stock.product_id
  ), changed as (
    update stock set held = stock.held + counted.qty from counted
    where stock.product_id = counted.product_id
      and not exists (select from counted where available < qty)
    returning stock.product_id, counted.qty, stock.on_hand, stock.held
  ), recorded as (
    insert into stock_holds (order_id, product_id, qty) select $1, product_id, qty from changed
  ), moved as (
    insert into stock_movements
      (product_id, kind, on_hand_change, held_change, on_hand, held, actor, actor_name, order_id)
    select product_id, 'held', 0, qty, on_hand, held, $4, $5, $1 from changed
  )
  select product_id as "variantId", qty as asked, available as left
  from counted where available < qty`

const counted = preparedText<{ variantId: string }>(
  'stock_counted',
  'select product_id as "variantId" from stock where product_id = any($1::text[])',
)

/** Those of the products that are counted. */
export async function listCounted(db: Db, variantIds: readonly string[]): Promise<Set<string>> {
  return new Set((await counted(db, [variantIds])).map(({ variantId }) => variantId))
}

const locked = preparedText('stock_lock', lockStatement)

const lockedOfOrders = preparedText(
  'stock_lock_of_orders',
  `select from stock
   where product_id in (select product_id from stock_holds where order_id = any($1::text[]))
   order by product_id for update`,
)

const lockedWithHeld = preparedText(
  'stock_lock_with_held',
  `select from stock
   where product_id = any($2::text[])
     or product_id in (select product_id from stock_holds where order_id = $1)
   order by product_id for update`,
)

/** Locks what an order holds and what it is to hold, in one order. */
export async function lockOfOrder(
  db: Db,
  orderId: string,
  variantIds: readonly string[],
): Promise<void> {
  await lockedWithHeld(db, [orderId, variantIds])
}

const held = preparedText<{ variantId: string; asked: number; left: number }>(
  'stock_hold',
  holdStatement,
)

/** Holds all lines or none; gives what is missing for the lines, and nothing when all are held. */
export async function holdLines(
  db: Db,
  orderId: string,
  lines: readonly HeldQuantity[],
  actor: MovementActor,
): Promise<Missing[]> {
  const products = lines.map(({ variantId }) => variantId)
  const quantities = lines.map(({ qty }) => qty)
  const [, missing] = await Promise.all([
    locked(db, [products]),
    held(db, [orderId, products, quantities, actor.actor, actor.actorName]),
  ])
  if (missing.length === 0) await tellStock(db, products)
  return missing
}

const released = preparedText<Moved>(
  'stock_release',
  `with freed as (
    delete from stock_holds where order_id = any($1::text[]) returning order_id, product_id, qty
  ), changed as (
    update stock set held = stock.held - freed.qty
    from (select product_id, sum(qty)::integer as qty from freed group by product_id) as freed
    where stock.product_id = freed.product_id
    returning stock.product_id, stock.on_hand, stock.held
  )
  insert into stock_movements
    (product_id, kind, on_hand_change, held_change, on_hand, held, actor, actor_name, order_id)
  select product_id, 'released', 0, -freed.qty, changed.on_hand,
    changed.held + coalesce(sum(freed.qty) over later, 0), $2, $3, freed.order_id
  from freed join changed using (product_id)
  window later as (partition by product_id order by freed.order_id
    rows between 1 following and unbounded following)
  order by product_id, freed.order_id
  returning product_id as "variantId"`,
)

/** Gives back everything that the orders still hold. */
export async function releaseHolds(
  db: Db,
  orderIds: readonly string[],
  actor: MovementActor,
): Promise<void> {
  const [, moved] = await Promise.all([
    lockedOfOrders(db, [orderIds]),
    released(db, [orderIds, actor.actor, actor.actorName]),
  ])
  await tellStock(db, moved.map(idOf))
}

const shipped = preparedText<Moved>(
  'stock_ship',
  `with asked as (
    select product_id, sum(qty)::integer as qty
    from unnest($2::text[], $3::integer[]) as line (product_id, qty) group by product_id
    union all
    select product_id, qty from stock_holds where order_id = $1 and $2::text[] is null
  ), ended as (
    delete from stock_holds as hold using asked
    where hold.order_id = $1 and hold.product_id = asked.product_id and hold.qty <= asked.qty
    returning hold.product_id, hold.qty
  ), lessened as (
    update stock_holds as hold set qty = hold.qty - asked.qty from asked
    where hold.order_id = $1 and hold.product_id = asked.product_id and hold.qty > asked.qty
    returning hold.product_id, asked.qty
  ), taken as (
    select product_id, qty from ended union all select product_id, qty from lessened
  ), changed as (
    update stock set on_hand = stock.on_hand - taken.qty, held = stock.held - taken.qty from taken
    where stock.product_id = taken.product_id
    returning stock.product_id, taken.qty, stock.on_hand, stock.held
  )
  insert into stock_movements
    (product_id, kind, on_hand_change, held_change, on_hand, held, actor, actor_name, order_id)
  select product_id, 'shipped', -qty, -qty, on_hand, held, $4, $5, $1 from changed
  returning product_id as "variantId"`,
)

/** Takes what is shipped from both numbers, and of a product no more than the order holds. */
export async function shipHolds(
  db: Db,
  orderId: string,
  lines: readonly HeldQuantity[] | 'all',
  actor: MovementActor,
): Promise<void> {
  const asked = lines === 'all' ? null : lines
  const products = asked?.map(({ variantId }) => variantId) ?? null
  const quantities = asked?.map(({ qty }) => qty) ?? null
  const [, moved] = await Promise.all([
    lockedOfOrders(db, [[orderId]]),
    shipped(db, [orderId, products, quantities, actor.actor, actor.actorName]),
  ])
  await tellStock(db, moved.map(idOf))
}

/** The stock of what comes back of an order, locked in one order for all. */
const lockReturned = `with returned as (
    select product_id, sum(qty)::integer as qty
    from unnest($2::text[], $3::integer[]) as line (product_id, qty) group by product_id
  ), locked as materialized (
    select stock.product_id, returned.qty
    from stock join returned on returned.product_id = stock.product_id
    order by stock.product_id for update of stock
  )`

function returnedValues(
  orderId: string,
  pieces: readonly HeldQuantity[],
  { actor, actorName }: MovementActor,
): unknown[] {
  const products = pieces.map(({ variantId }) => variantId)
  return [orderId, products, pieces.map(({ qty }) => qty), actor, actorName]
}

const heldAgain = preparedText<Moved>(
  'stock_unship',
  `${lockReturned}, changed as (
    update stock set on_hand = stock.on_hand + locked.qty, held = stock.held + locked.qty
    from locked where stock.product_id = locked.product_id
    returning stock.product_id, locked.qty, stock.on_hand, stock.held
  ), recorded as (
    insert into stock_holds as hold (order_id, product_id, qty)
    select $1, product_id, qty from changed
    on conflict (order_id, product_id) do update set qty = hold.qty + excluded.qty
  )
  insert into stock_movements
    (product_id, kind, on_hand_change, held_change, on_hand, held, actor, actor_name, order_id)
  select product_id, 'unshipped', qty, qty, on_hand, held, $4, $5, $1 from changed
  returning product_id as "variantId"`,
)

/** Puts wrongly shipped pieces back, held for their order. */
export async function holdAgain(
  db: Db,
  orderId: string,
  pieces: readonly HeldQuantity[],
  actor: MovementActor,
): Promise<void> {
  const moved = await heldAgain(db, returnedValues(orderId, pieces, actor))
  await tellStock(db, moved.map(idOf))
}

export function readHolds(db: Db, orderId: string): Promise<HeldQuantity[]> {
  return db
    .select({ variantId: stockHolds.variantId, qty: stockHolds.qty })
    .from(stockHolds)
    .where(eq(stockHolds.orderId, orderId))
}

const putBack = preparedText<Moved>(
  'stock_put_back',
  `${lockReturned}, changed as (
    update stock set on_hand = stock.on_hand + locked.qty from locked
    where stock.product_id = locked.product_id
    returning stock.product_id, locked.qty, stock.on_hand, stock.held
  )
  insert into stock_movements
    (product_id, kind, on_hand_change, held_change, on_hand, held, actor, actor_name, order_id)
  select product_id, 'returned', qty, 0, on_hand, held, $4, $5, $1 from changed
  returning product_id as "variantId"`,
)

/** Goods of an order that came back and can be sold again. */
export async function putBackPieces(
  db: Db,
  orderId: string,
  pieces: readonly HeldQuantity[],
  actor: MovementActor,
): Promise<void> {
  const moved = await putBack(db, returnedValues(orderId, pieces, actor))
  await tellStock(db, moved.map(idOf))
}

const lessened = preparedText<Moved>(
  'stock_lessen',
  `with ended as (
    delete from stock_holds where order_id = $1 and product_id = $2 and qty <= $3
    returning product_id, qty
  ), lessened as (
    update stock_holds set qty = qty - $3 where order_id = $1 and product_id = $2 and qty > $3
    returning product_id, $3::integer
  ), given as (
    select product_id, qty from ended union all select * from lessened
  ), changed as (
    update stock set held = stock.held - given.qty from given
    where stock.product_id = given.product_id
    returning stock.product_id, given.qty, stock.on_hand, stock.held
  )
  insert into stock_movements
    (product_id, kind, on_hand_change, held_change, on_hand, held, actor, actor_name, order_id)
  select product_id, 'released', 0, -qty, on_hand, held, $4, $5, $1 from changed
  returning product_id as "variantId"`,
)

/**
 * Gives back a part of what an order holds of a product, and no more than it holds: what was ordered
 * before the product was counted is not held.
 */
export async function lessenHold(
  db: Db,
  orderId: string,
  { variantId, qty }: HeldQuantity,
  actor: MovementActor,
): Promise<void> {
  const [, moved] = await Promise.all([
    locked(db, [[variantId]]),
    lessened(db, [orderId, variantId, qty, actor.actor, actor.actorName]),
  ])
  await tellStock(db, moved.map(idOf))
}
