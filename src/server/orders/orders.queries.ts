import { and, count, desc, eq, getTableColumns, isNull, sql } from 'drizzle-orm'
import type { OrderState } from '#contract/order-states.ts'
import { isEnglish, type Language } from '#contract/translate.ts'
import type { PricedAdjustment } from '../cart/pricing.ts'
import { maxLineText, shortened } from '../catalog/line-product.ts'
import type { Db } from '../db/connect.ts'
import { prepared, preparedText } from '../db/prepared.ts'
import {
  type OrderEventKind,
  orderAdjustments,
  orderEvents,
  type orderLines,
  orders,
} from '../db/tables/orders.ts'
import { type Actor, actorKey, runOf } from '../http/actor.ts'
import { orderTerms } from './order-terms.ts'
import type { OrderGroup, OrderLineRow, OrderProgress } from './order-wire.ts'
import { isSentUnpaidRow } from './pays-on-delivery.ts'

/** A whole row, without what it is found by. */
const { searchTerms: _searchTerms, ...orderRow } = getTableColumns(orders)

export { orderRow }

const {
  deletedAt: _deletedAt,
  deletedBy: _deletedBy,
  deletion: _deletion,
  ...orderColumns
} = orderRow

/** The lines of an order, in one column beside it. Written out: the builder would not qualify. */
const linesColumn = sql<OrderLineRow[]>`(
  select coalesce(json_agg(json_build_object(
    'id', line.id, 'productId', line.product_id, 'variantId', line.variant_id,
    'variantTitle', line.variant_title, 'sku', line.sku, 'qty', line.qty, 'total', line.total,
    'finalTotal', line.final_total, 'coupon', line.coupon, 'extra', line.extra,
    'product', case when length(line.product ->> 'description') > ${sql.raw(String(maxLineText))}
      then line.product || jsonb_build_object('description', ${shortened(sql`line.product ->> 'description'`)})
      else line.product end
  ) order by line.id), '[]')
  from order_lines as line where line.order_id = "orders".id
)`

/** Like the filter of the back office, it leaves out refunds of payments that never counted. */
const progressColumn = sql<OrderProgress>`(
  select json_build_object(
    'hasParcels', exists (select from parcels where parcels.order_id = "orders".id),
    'isPending', exists (select from payments where payments.order_id = "orders".id
      and payments.status in ('pending', 'authorised')),
    'isRefunding', coalesce(bool_or(refund.state <> 'done'), false),
    'refunded', coalesce(sum(refund.amount) filter (where refund.state = 'done'), 0),
    'shippingFee', (select coalesce(sum(amount_hundredths) / 100, 0)::bigint
      from order_adjustments as fee where fee.order_id = "orders".id and fee.kind = 'fee'),
    'credit', (select json_object_agg(used.kind, used.amount) from (
      select kind, (-sum(amount_hundredths) / 100)::bigint as amount from order_adjustments
      where order_id = "orders".id and kind in ('credit', 'points') group by kind) as used),
    'earned', (select sum(entry.amount) from credit_entries as entry
      where entry.order_id = "orders".id and entry.cause in ('earned', 'taken_back')))
  from refunds as refund join payments as payment on payment.id = refund.payment_id
  where refund.order_id = "orders".id and not refund.is_of_capture and refund.state <> 'dropped'
    and (payment.counts or payment.supplements
      or "orders".payment_state <> 'paid' and "orders".refunded_at is null)
)`

/** The group of a place; null for other orders. */
export const groupColumn = sql<OrderGroup | null>`(
  select json_build_object('code', groups.code, 'campaign_id', campaigns.id, 'title', campaigns.title,
    'titleInEnglish', campaigns.english ->> 'title')
  from groups join campaigns on campaigns.id = groups.campaign_id
  where groups.id = "orders".group_id
)`

/** An order with its lines, group and progress, as queries read it. */
export const orderWithLines = {
  order: orderColumns,
  group: groupColumn.as('group'),
  lines: linesColumn.as('lines'),
  progress: progressColumn.as('progress'),
}

const isLive = isNull(orders.deletedAt)
const ofOwner = and(eq(orders.owner, sql.placeholder('owner')), isLive)

/** One that is paid when it is picked up is to be sent, and nobody waits for its money. */
const stateOfList = sql`(case when ${orders.state} = 'placed' and ${isSentUnpaidRow} then 'paid'
  else ${orders.state} end)`

/** All states, or the ones that are named; nothing is to be paid before a group is decided. */
const inStates = sql`(${sql.placeholder('states')}::text[] is null
  or ${stateOfList} = any(${sql.placeholder('states')}::text[])
    and not (${orders.state} = 'placed'
      and (not ${orders.isPayable} or ${orders.chargeKind} = 'authorise')))`

const ownPage = prepared((db) =>
  db
    .select(orderWithLines)
    .from(orders)
    .where(and(ofOwner, inStates))
    .orderBy(desc(orders.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare('orders_of_owner'),
)
const ownCount = prepared((db) =>
  db
    .select({ total: count() })
    .from(orders)
    .where(and(ofOwner, inStates))
    .prepare('orders_of_owner_count'),
)
const own = prepared((db) =>
  db
    .select(orderWithLines)
    .from(orders)
    .where(and(ofOwner, eq(orders.id, sql.placeholder('id'))))
    .prepare('order_of_owner'),
)

/** One page of an owner's orders, newest first. */
export async function listOwnOrders(
  db: Db,
  page: { owner: string; states: readonly OrderState[] | null; limit: number; offset: number },
) {
  const { owner, states } = page
  const [rows, [counted]] = await Promise.all([
    ownPage(db).execute(page),
    ownCount(db).execute({ owner, states }),
  ])
  return { rows, total: counted?.total ?? 0 }
}

/** An order of this owner; an order of another owner is not found. */
export async function findOwnOrder(db: Db, order: { owner: string; id: string }) {
  const [row] = await own(db).execute(order)
  return row
}

type WrittenLine = Omit<typeof orderLines.$inferInsert, 'orderId'>
type WrittenOrder = Omit<
  typeof orders.$inferInsert,
  | 'num'
  | 'number'
  | 'searchTerms'
  | 'state'
  | 'stateSince'
  | 'payment'
  | 'paymentMethod'
  | 'createdAt'
  | 'paidAt'
  | 'cancelReason'
  | 'refundedAt'
  | 'expiresAt'
  | 'deletedAt'
  | 'deletedBy'
  | 'deletion'
> & {
  /** Given by `nextOrderNumber`. */
  number: string
  num: number
  /** How long it may stay unpaid; null: the method of payment decides. */
  expirySeconds: number | null
}

const orderInserted = prepared((db) =>
  db
    .insert(orders)
    .overridingSystemValue()
    .values({
      id: sql.placeholder('id'),
      num: sql.placeholder('num'),
      number: sql.placeholder('number'),
      owner: sql.placeholder('owner'),
      customerKey: sql.placeholder('customerKey'),
      total: sql.placeholder('total'),
      message: sql.placeholder('message'),
      contactName: sql.placeholder('contactName'),
      userEmail: sql.placeholder('userEmail'),
      userTel: sql.placeholder('userTel'),
      userAddress: sql.placeholder('userAddress'),
      userZip: sql.placeholder('userZip'),
      userCounty: sql.placeholder('userCounty'),
      userDistrict: sql.placeholder('userDistrict'),
      shipping: sql.placeholder('shipping'),
      invoiceKind: sql.placeholder('invoiceKind'),
      invoiceCarrier: sql.placeholder('invoiceCarrier'),
      invoiceCarrierNumber: sql.placeholder('invoiceCarrierNumber'),
      invoiceTaxId: sql.placeholder('invoiceTaxId'),
      invoiceTitle: sql.placeholder('invoiceTitle'),
      invoiceLoveCode: sql.placeholder('invoiceLoveCode'),
      userExtra: sql.placeholder('userExtra'),
      extra: sql.placeholder('extra'),
      language: sql.placeholder('language'),
      groupId: sql.placeholder('groupId'),
      isPayable: sql.placeholder('isPayable'),
      chargeKind: sql.placeholder('chargeKind'),
      holders: sql`${sql.placeholder('holders')}::text[]`,
      searchTerms: sql`${sql.placeholder('searchTerms')}::tsvector`,
      expiresAt: sql`shop_now() + ${sql.placeholder('expirySeconds')}::int * interval '1 second'`,
    })
    .returning({ createdAt: orders.createdAt })
    .prepare('order_insert'),
)

const numberTaken = preparedText<{ number: string; num: string }>(
  'order_number',
  `select next_order_number(now()) as number, nextval(pg_get_serial_sequence('orders', 'num')) as num`,
)

/** The number and the running number of a new order, which it is found by, too. */
export async function nextOrderNumber(db: Db): Promise<{ number: string; num: number }> {
  const [taken] = await numberTaken(db, [])
  if (!taken) throw new Error('an order got no number')
  return { number: taken.number, num: Number(taken.num) }
}

const linesInserted = preparedText(
  'order_lines_insert',
  `insert into order_lines (order_id, id, product_id, variant_id, variant_title, sku, qty, total,
     final_total, product, coupon, extra)
   select $1, line.id, line."productId", line."variantId", line."variantTitle", line.sku, line.qty,
     line.total, line."finalTotal", line.product, line.coupon, line.extra
   from jsonb_to_recordset($2) as line (id text, "productId" text, "variantId" text,
     "variantTitle" text, sku text, qty integer, total bigint, "finalTotal" numeric, product jsonb,
     coupon jsonb, extra jsonb)`,
)

const adjustmentsInserted = preparedText(
  'order_adjustments_insert',
  `insert into order_adjustments (order_id, position, kind, label, amount_hundredths)
   select $1, ordinality - 1, kind, label, hundredths
   from unnest($2::text[], $3::text[], $4::bigint[]) with ordinality
     as adjustment (kind, label, hundredths, ordinality)`,
)

/** Writes an unpaid order with its lines and adjustments. */
export async function insertOrder(
  db: Db,
  order: WrittenOrder,
  lines: readonly WrittenLine[],
  adjustments: readonly PricedAdjustment[],
): Promise<{ createdAt: Date }> {
  const searchTerms = orderTerms({ ...order, titles: lines.map(({ product }) => product.title) })
  const [[inserted]] = await Promise.all([
    orderInserted(db).execute({ ...order, language: isEnglish() ? 'en' : null, searchTerms }),
    insertOrderLines(db, order.id, lines, adjustments),
  ])
  if (!inserted) throw new Error('an inserted order came back empty')
  return inserted
}

/** The lines of an order and what changes their price. */
export async function insertOrderLines(
  db: Db,
  orderId: string,
  lines: readonly WrittenLine[],
  adjustments: readonly PricedAdjustment[],
): Promise<void> {
  await Promise.all([
    linesInserted(db, [orderId, JSON.stringify(lines)]),
    adjustments.length > 0 &&
      adjustmentsInserted(db, [
        orderId,
        adjustments.map(({ kind }) => kind),
        adjustments.map(({ label }) => label),
        adjustments.map(({ hundredths }) => String(hundredths)),
      ]),
  ])
}

const eventInserted = prepared((db) =>
  db
    .insert(orderEvents)
    .values({
      orderId: sql.placeholder('orderId'),
      kind: sql.placeholder('kind'),
      actor: sql.placeholder('actor'),
      detail: sql.placeholder('detail'),
    })
    .prepare('order_event_insert'),
)

export async function recordOrderEvent(
  db: Db,
  event: { orderId: string; kind: OrderEventKind; actor: Actor; detail?: Record<string, unknown> },
): Promise<void> {
  const { actor } = event
  const detail = { ...event.detail, ...eventOfRun(actor) }
  await eventInserted(db).execute({ ...event, actor: actorKey(actor), detail })
}

/** The part of an event's detail that says of which run it is. */
export function eventOfRun(actor: Actor): { run?: string } {
  const run = runOf(actor)
  return run === undefined ? {} : { run }
}

/** The shipping fee of an order, in whole NT$. */
export async function readShippingFee(db: Db, orderId: string): Promise<number> {
  const { amountHundredths } = orderAdjustments
  const [row] = await db
    .select({ fee: sql<number>`coalesce(sum(${amountHundredths}) / 100, 0)::int` })
    .from(orderAdjustments)
    .where(and(eq(orderAdjustments.orderId, orderId), eq(orderAdjustments.kind, 'fee')))
  return row?.fee ?? 0
}

/** How an order is delivered, where to, and the fee in whole NT$ that it has for it. */
export async function readDelivery(db: Db, orderId: string) {
  const { shipping, userAddress } = orders
  const [[row], fee] = await Promise.all([
    db.select({ shipping, userAddress }).from(orders).where(eq(orders.id, orderId)),
    readShippingFee(db, orderId),
  ])
  return { shipping: row?.shipping ?? null, address: row?.userAddress ?? '', fee }
}

/** The language that it was placed in; null: Chinese. */
export async function findOrderLanguage(db: Db, orderId: string): Promise<Language | null> {
  const [row] = await db
    .select({ language: orders.language })
    .from(orders)
    .where(eq(orders.id, orderId))
  return row?.language ?? null
}
