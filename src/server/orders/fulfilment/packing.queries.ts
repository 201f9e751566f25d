import { and, asc, eq, inArray, isNull, not, sql } from 'drizzle-orm'
import type { OrderState } from '#contract/order-states.ts'
import type { PackingLine } from '#contract/packing.ts'
import type { Db } from '../../db/connect.ts'
import { orderLines, orders, parcelLines, parcels } from '../../db/tables/orders.ts'
import { ShopError } from '../../http/shop-error.ts'
import { hasBalance, orderConditions } from '../back-office/order-filter.ts'
import { orderFilterNames, readOrderFilter } from '../back-office/read-order-filter.ts'
import type { OrderRow } from '../order-wire.ts'
import { groupColumn } from '../orders.queries.ts'
import { isSentUnpaid, isSentUnpaidRow, isUnpaidToSend } from '../pays-on-delivery.ts'

export const paidBackMessage = '款項已退回'
export const balanceDueMessage = '尚有補款未付，收到後才能出貨'
const packableStates: readonly OrderState[] = ['paid', 'preparing']

/** Whether an order in its state is worked on by the shop. */
export function isInHands(order: Pick<OrderRow, 'state' | 'payment' | 'paymentMethod'>): boolean {
  return packableStates.includes(order.state) || (order.state === 'placed' && isSentUnpaid(order))
}

/** The same of a row of `orders`; each part has an index. */
export const isInHand = sql<boolean>`(orders.state in ('paid', 'preparing')
  or ${isUnpaidToSend})`

/**
 * Whether the whole price is refunded or being refunded, which leaves an order in its state. Counted
 * as by `readRefundedOfOrder`; in SQL, because the query builder does not qualify columns here.
 */
export const isPaidBack = sql<boolean>`(orders.payment_state = 'unpaid' and not ${isSentUnpaidRow}
  or orders.total > orders.balance_due
  and orders.total - orders.balance_due <= (
    select coalesce(sum(refund.amount), 0) from refunds as refund
    join payments as payment on payment.id = refund.payment_id
      and (payment.counts or payment.supplements)
    where refund.order_id = orders.id and refund.state not in ('failed', 'dropped')
      and not refund.is_of_capture and not refund.is_of_change))`

/** Whether it is paid back before anything of it was shipped: nothing of it is wanted any more. */
export const isPaidBackUnshipped = sql<boolean>`(${isPaidBack}
  and not exists (select from parcels where parcels.order_id = orders.id))`

/** Whether what is in no parcel of `orders` is not shipped any more. */
export const isRestClosed = sql<boolean>`exists (select from order_events as event
  where event.order_id = orders.id and event.kind = 'rest_closed')`

/** An order as it is packed. */
export const packedColumns = {
  id: orders.id,
  number: orders.number,
  state: orders.state,
  payment: orders.payment,
  paymentMethod: orders.paymentMethod,
  isPaidBack,
  createdAt: orders.createdAt,
  deletedAt: orders.deletedAt,
  awaitsGoods: orders.awaitsGoods,
  balanceDue: orders.balanceDue,
  printedAt: orders.printedAt,
  total: orders.total,
  message: orders.message,
  contactName: orders.contactName,
  tel: orders.userTel,
  address: orders.userAddress,
  shipping: orders.shipping,
  groupId: orders.groupId,
  shipsWith: orders.shipsWith,
  group: groupColumn.as('group'),
}

/** Whether an order of `orders` is still to be shipped. */
export const isToShip = and(isInHand, isNull(orders.deletedAt), not(isPaidBack))

/**
 * Orders that nobody has cancelled though all of their money is back: they keep their goods and
 * their coupon. As the list of orders finds them under `state=paid,preparing&payment=refunded`.
 */
export function countPaidBack(db: Db): Promise<number> {
  const isUnpaid = and(eq(orders.payment, 'unpaid'), not(isSentUnpaidRow))
  return db.$count(
    orders,
    and(inArray(orders.state, [...packableStates]), isNull(orders.deletedAt), isUnpaid),
  )
}

/** As the list of orders finds them under `balance=due`: a change has made them dearer. */
export function countBalances(db: Db): Promise<number> {
  return db.$count(orders, and(hasBalance, isNull(orders.deletedAt)))
}

export type PackableOrder = Awaited<ReturnType<typeof listOrdersById>>[number]

/** These orders, in any state and archived ones too, oldest first. */
export function listOrdersById(db: Db, ids: readonly string[]) {
  return db
    .select(packedColumns)
    .from(orders)
    .where(inArray(orders.id, [...ids]))
    .orderBy(asc(orders.id))
}

/** Refuses to prepare or ship a refunded order in a run or an import, where nobody looks at each one. */
export async function refusePaidBack(db: Db, id: string): Promise<void> {
  const [order] = await listOrdersById(db, [id])
  if (order?.isPaidBack) throw new ShopError('ORDER_STATE', { message: paidBackMessage })
}

/** Nothing leaves the shop before all of its price is there. */
export function refuseBalance({ balanceDue }: Pick<OrderRow, 'balanceDue'>): void {
  if (balanceDue > 0) throw new ShopError('ORDER_STATE', { message: balanceDueMessage })
}

/** Lines left to ship, by order; a line that is shipped as a whole is not there. */
export async function readUnshippedLines(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, { isPartly: boolean; lines: PackingLine[] }>> {
  const shipped = db.$with('shipped').as(
    db
      .select({
        orderId: parcels.orderId,
        lineId: parcelLines.lineId,
        sum: sql<number>`sum(${parcelLines.qty})::int`.as('shipped_qty'),
      })
      .from(parcels)
      .innerJoin(parcelLines, eq(parcelLines.parcelId, parcels.id))
      .where(inArray(parcels.orderId, [...ids]))
      .groupBy(parcels.orderId, parcelLines.lineId),
  )
  const rows = await db
    .with(shipped)
    .select({
      orderId: orderLines.orderId,
      line_id: orderLines.id,
      product_id: orderLines.productId,
      variant_id: orderLines.variantId,
      title: sql<string>`coalesce(${orderLines.title}, '')`,
      unit: sql<string>`coalesce(${orderLines.unit}, '')`,
      category: sql<string>`coalesce(${orderLines.product} ->> 'category', '')`,
      temperature: sql<
        PackingLine['shipping_temperature'] | null
      >`${orderLines.product} ->> 'shipping_temperature'`,
      ordered: orderLines.qty,
      shipped: sql<number>`coalesce(${shipped.sum}, 0)`,
      price: sql<number>`coalesce(${orderLines.unitPrice}, 0)`.mapWith(Number),
    })
    .from(orderLines)
    .leftJoin(
      shipped,
      and(eq(shipped.orderId, orderLines.orderId), eq(shipped.lineId, orderLines.id)),
    )
    .where(inArray(orderLines.orderId, [...ids]))
    .orderBy(asc(orderLines.orderId), asc(orderLines.id))
  const byOrder = Map.groupBy(rows, ({ orderId }) => orderId)
  return new Map(
    [...byOrder].map(([orderId, ofOne]) => [
      orderId,
      {
        isPartly: ofOne.some(({ shipped }) => shipped > 0),
        lines: ofOne.flatMap(
          ({ orderId: _, variant_id, temperature, ordered, shipped, ...line }) =>
            ordered > shipped
              ? [
                  {
                    ...line,
                    ...(variant_id && { variant_id }),
                    ...(temperature && { shipping_temperature: temperature }),
                    qty: ordered - shipped,
                  },
                ]
              : [],
        ),
      },
    ]),
  )
}

/** Gives when, as text with all its digits, for an undo. */
export async function markPrinted(db: Db, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .update(orders)
    .set({ printedAt: sql`now()` })
    .where(inArray(orders.id, [...ids]))
    .returning({ at: sql<string>`${orders.printedAt}::text` })
  return rows.map(({ at }) => at)
}

/** The parcels that have one of these tracking numbers. */
export function findTrackingNumbers(db: Db, numbers: readonly string[]) {
  return db
    .select({
      tracking_number: parcels.trackingNumber,
      order_id: parcels.orderId,
      number: orders.number,
    })
    .from(parcels)
    .innerJoin(orders, eq(orders.id, parcels.orderId))
    .where(inArray(parcels.trackingNumber, [...numbers]))
    .orderBy(asc(parcels.id))
    .limit(numbers.length * 2)
}

/** The orders of a list of the back office with this query, oldest first; without one, all. */
export async function listLiveOrderIds(
  db: Db,
  { filter: query, limit }: { filter: Record<string, string>; limit: number },
): Promise<string[]> {
  // A filter that is not understood must never mean all orders.
  const known: readonly string[] = [...orderFilterNames, 'page', 'sort', 'order']
  const unknown = Object.keys(query).find((name) => !known.includes(name))
  if (unknown) throw new ShopError('INVALID_INPUT', { message: [`${unknown} 格式錯誤`] })
  // Whoever may run something over orders sees their persons.
  const filter = readOrderFilter(query, { seesPersons: true })
  const rows = await db
    .select({ id: orders.id })
    .from(orders)
    .where(orderConditions(filter))
    .orderBy(asc(orders.id))
    .limit(limit)
  return rows.map(({ id }) => id)
}

/** When an order was printed last, as text with all its digits. The row is locked. */
export async function lockPrinted(db: Db, id: string): Promise<{ at: string | null } | undefined> {
  const [row] = await db
    .select({ at: sql<string | null>`${orders.printedAt}::text` })
    .from(orders)
    .where(eq(orders.id, id))
    .for('update')
  return row
}

export async function setPrinted(db: Db, id: string, at: string | null): Promise<void> {
  await db
    .update(orders)
    .set({ printedAt: sql`${at}::timestamptz` })
    .where(eq(orders.id, id))
}
