import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { Product } from '#contract/catalog.ts'
import type { AppliedCoupon } from '#contract/coupons.ts'
import type { InvoiceCarrier, InvoiceKind } from '#contract/invoice-choice.ts'
import type { Carrier, OrderState } from '#contract/order-states.ts'
import type { OrderShipping } from '#contract/shipping.ts'
import type { Language } from '#contract/translate.ts'
import { archiveColumns, idColumn, instant, searchTermIndexes, searchTerms } from '../columns.ts'
import { groups } from './groups.ts'

/** In place of what told who a person is. */
export const erasedText = '已去識別化'

/** The method as the order keeps it; the fee is one of its adjustments. */
export type KeptShipping = Omit<OrderShipping, 'fee'> & {
  /** Absent where the leader hands out. */
  methodId?: string
}

export const orders = pgTable(
  'orders',
  {
    id: idColumn('id').primaryKey(),
    /** Running number, as clients of the API read it; people read `number`. */
    num: bigint('num', { mode: 'number' }).generatedAlwaysAsIdentity().notNull(),
    /** As in `carts`, or `a:` and an administrator's id for an order entered by hand. */
    owner: text('owner').notNull(),
    /** As in `customers`; null once the contact was taken out. */
    customerKey: idColumn('customer_key'),
    state: text('state').$type<OrderState>().notNull().default('placed'),
    stateSince: instant('state_since').notNull().defaultNow(),
    /** Whether money counts for it. */
    payment: text('payment_state').$type<'unpaid' | 'paid'>().notNull().default('unpaid'),
    /** Amount charged, in whole NT$. */
    total: bigint('total', { mode: 'number' }).notNull(),
    /** Of a paid order: what a change has added to its price, and nobody has paid yet; in whole NT$. */
    balanceDue: bigint('balance_due', { mode: 'number' }).notNull().default(0),
    message: text('message').notNull(),
    contactName: text('contact_name').notNull(),
    /** `{yymmdd}-{n}` of its day in Taipei: what is read out on the telephone. */
    number: text('number').notNull().default(sql`next_order_number(now())`),
    userEmail: text('user_email').notNull(),
    userTel: text('user_tel').notNull(),
    /** As it was written. */
    userAddress: text('user_address').notNull(),
    /** The place in `userAddress`; null where it names none, and of orders of before. */
    userZip: text('user_zip'),
    userCounty: text('user_county'),
    userDistrict: text('user_district'),
    /** How it is delivered, as the method was then; null of orders of before. */
    shipping: jsonb('shipping').$type<KeptShipping>(),
    /** The invoice that the shopper chose; null: none was asked for. */
    invoiceKind: text('invoice_kind').$type<InvoiceKind>(),
    invoiceCarrier: text('invoice_carrier').$type<InvoiceCarrier>(),
    /** A mobile barcode, or the number of a citizen's certificate. */
    invoiceCarrierNumber: text('invoice_carrier_number'),
    invoiceTaxId: text('invoice_tax_id'),
    invoiceTitle: text('invoice_title'),
    invoiceLoveCode: text('invoice_love_code'),
    /** Unknown properties of the contact, kept and given back. */
    userExtra: jsonb('user_extra').$type<Record<string, unknown>>().notNull(),
    /** Unknown properties of the order, kept and given back. */
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull(),
    /** That of the screens it was placed on, for its mails; null: Chinese. */
    language: text('language').$type<Language>(),
    /** The group that it is a place of. */
    groupId: idColumn('group_id').references(() => groups.id),
    /** How it was paid; `on_delivery` and `to_leader` also of one that is to be paid so, and is not yet. */
    paymentMethod: text('payment_method'),
    createdAt: instant('created_at').notNull().defaultNow(),
    paidAt: instant('paid_at'),
    /** When all that was paid had been given back. */
    refundedAt: instant('refunded_at'),
    /** For the shopper to read. */
    cancelReason: text('cancel_reason'),
    /** Since when a message of the shopper waits for an answer. */
    askedAt: instant('asked_at'),
    /** When it is cancelled unless it is paid; null: never. */
    expiresAt: instant('expires_at'),
    /** False while nobody may pay it yet, such as before a group has succeeded. */
    isPayable: boolean('is_payable').notNull().default(true),
    /** Paid, and its goods are still to come from the supplier: it is not packed yet. */
    awaitsGoods: boolean('awaits_goods').notNull().default(false),
    /** `authorise`: the amount is reserved on a card, and captured or released later. */
    chargeKind: text('charge_kind').$type<'charge' | 'authorise'>().notNull().default('charge'),
    ...archiveColumns(),
    /** When its slip was last printed. */
    printedAt: instant('printed_at'),
    /** Shared by the orders that go in one parcel (併單); null: it is sent by itself. */
    shipsWith: idColumn('ships_with'),
    /** Hashes of owner, mailbox and network that an unpaid order counts for; null: of the staff. */
    holders: text('holders').array(),
    searchTerms: searchTerms(),
  },
  (table) => [
    ...searchTermIndexes('orders', { id: table.id, terms: table.searchTerms }),
    index('orders_by_time').on(table.createdAt, table.id).where(sql`deleted_at is null`),
    index('orders_by_group').on(table.groupId, table.id).where(sql`group_id is not null`),
    index('orders_unpaid_by_holder')
      .using('gin', table.holders)
      // Every order looks here: a list of pending entries would be read whole each time.
      .with({ fastupdate: false })
      .where(sql`state = 'placed' and holders is not null`),
    check('orders_owner', sql`${table.owner} ~ '^[mga]:.'`),
    check('orders_total', sql`${table.total} >= 0`),
    check(
      'orders_state',
      sql`${table.state} in ('placed', 'paid', 'preparing', 'shipped', 'delivered', 'completed', 'cancelled', 'returned')`,
    ),
    check('orders_payment_state', sql`${table.payment} in ('unpaid', 'paid')`),
    check('orders_charge_kind', sql`${table.chargeKind} in ('charge', 'authorise')`),
    check('orders_placed_unpaid', sql`${table.state} <> 'placed' or ${table.payment} = 'unpaid'`),
    check('orders_paid_at', sql`(${table.payment} = 'paid') = (${table.paidAt} is not null)`),
    uniqueIndex('orders_number').on(table.number),
    // With all that is added up of a customer, the last order at the end.
    index('orders_by_customer').on(table.customerKey, table.id, table.createdAt, table.state),
    index('orders_by_owner').on(table.owner, table.id).where(sql`deleted_at is null`),
    index('orders_archived_by_owner').on(table.owner).where(sql`deleted_at is not null`),
    index('orders_live').on(table.id).where(sql`deleted_at is null`),
    index('orders_by_total').on(table.total, table.id).where(sql`deleted_at is null`),
    index('orders_by_payment_state').on(table.payment, table.id).where(sql`deleted_at is null`),
    index('orders_by_state').on(table.state, table.id).where(sql`deleted_at is null`),
    index('orders_archived').on(table.deletedAt, table.id).where(sql`deleted_at is not null`),
    index('orders_sold_at').on(table.createdAt, table.id).where(sql`state <> 'cancelled'`),
    index('orders_by_deletion').on(table.deletion).where(sql`deletion is not null`),
    index('orders_by_name').on(table.contactName, table.id).where(sql`deleted_at is null`),
    index('orders_ended_with_money')
      .on(table.id)
      .where(
        sql`payment_state = 'paid' and (state = 'cancelled' or deleted_at is not null and state in ('paid', 'preparing'))`,
      ),
    index('orders_ended')
      .on(table.stateSince)
      .where(
        sql`state in ('completed', 'cancelled', 'returned') and contact_name <> '${sql.raw(erasedText)}'`,
      ),
    index('orders_on_delivery')
      .on(table.id)
      .where(sql`state = 'placed' and payment_method = 'on_delivery'`),
    index('orders_to_leader_ahead')
      .on(table.id)
      .where(sql`state = 'placed' and payment_method = 'to_leader_ahead'`),
    index('orders_ships_with').on(table.shipsWith, table.id).where(sql`ships_with is not null`),
    index('orders_in_hand').on(table.id).where(sql`state in ('paid', 'preparing')`),
    index('orders_to_pick_up')
      .on(table.id)
      .where(
        sql`state in ('placed', 'paid', 'preparing', 'shipped') and shipping ->> 'kind' = 'place'`,
      ),
    index('orders_by_message').on(sql`left(message, 100)`, table.id).where(sql`deleted_at is null`),
  ],
)

/** A product as a line keeps it. */
export type SoldProduct = Product & { titleInEnglish?: string }

/** The ordered products at the prices of the order: later changes of a product do not change it. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    id: idColumn('id').notNull(),
    productId: idColumn('product_id').notNull(),
    /** Null for a product without options. */
    variantId: idColumn('variant_id'),
    variantTitle: text('variant_title').notNull().default(''),
    sku: text('sku'),
    qty: integer('qty').notNull(),
    /** Price times quantity, in whole NT$. */
    total: bigint('total', { mode: 'number' }).notNull(),
    /** `total` after the discounts of coupons, in NT$ with hundredths. */
    finalTotal: numeric('final_total', { precision: 20, scale: 2, mode: 'number' }).notNull(),
    /** Snapshot of the product at the time of the order. */
    product: jsonb('product').$type<SoldProduct>().notNull(),
    title: text('title').generatedAlwaysAs(sql`product ->> 'title'`),
    unit: text('unit').generatedAlwaysAs(sql`product ->> 'unit'`),
    /** In whole NT$. */
    unitPrice: bigint('unit_price', { mode: 'number' }).generatedAlwaysAs(
      sql`(product ->> 'price')::bigint`,
    ),
    coupon: jsonb('coupon').$type<AppliedCoupon>(),
    extra: jsonb('extra').$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.id] }),
    check('order_lines_qty', sql`${table.qty} between 1 and 9999`),
    index('order_lines_by_product').on(table.productId),
    // With all that a report adds up, so that it reads no rows.
    index('order_lines_sold').on(table.orderId, table.productId, table.qty, table.total),
    check('order_lines_total', sql`${table.total} >= 0 and ${table.finalTotal} >= 0`),
  ],
)

/** `credit` and `points`: paid with what the member has at the shop, after rounding and fees. */
export type AdjustmentKind = 'coupon' | 'fee' | 'tier' | 'credit' | 'points'

/** Changes to the prices of the lines: a discount is negative. */
export const orderAdjustments = pgTable(
  'order_adjustments',
  {
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    position: integer('position').notNull(),
    kind: text('kind').$type<AdjustmentKind>().notNull(),
    /** The name for people, such as the code of a coupon. */
    label: text('label').notNull(),
    /** In hundredths of NT$. */
    amountHundredths: bigint('amount_hundredths', { mode: 'bigint' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.orderId, table.position] }),
    check(
      'order_adjustments_kind',
      sql`${table.kind} in ('coupon', 'fee', 'tier', 'credit', 'points')`,
    ),
  ],
)

/** Base of the order numbers of a day; read and written by `next_order_number` alone. */
export const orderDays = pgTable('order_days', {
  day: date('day').primaryKey(),
  base: bigint('base', { mode: 'number' }).notNull(),
})

/** Goods of one shipment; an order may have several. */
export const parcels = pgTable(
  'parcels',
  {
    id: idColumn('id').primaryKey(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    carrier: text('carrier').$type<Carrier>().notNull(),
    trackingNumber: text('tracking_number').notNull(),
    shippedAt: instant('shipped_at').notNull().defaultNow(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    check(
      'parcels_carrier',
      sql`${table.carrier} in ('tcat', 'hct', 'post', 'seven_eleven', 'family', 'own', 'other')`,
    ),
    index('parcels_by_order').on(table.orderId, table.id),
    index('parcels_by_tracking_number').on(table.trackingNumber).where(sql`tracking_number <> ''`),
  ],
)

export const parcelLines = pgTable(
  'parcel_lines',
  {
    parcelId: idColumn('parcel_id')
      .notNull()
      .references(() => parcels.id, { onDelete: 'cascade' }),
    lineId: idColumn('line_id').notNull(),
    qty: integer('qty').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.parcelId, table.lineId] }),
    check('parcel_lines_qty', sql`${table.qty} between 1 and 9999`),
  ],
)

/** `created` and `deleted` are an order that was placed and one that was archived. */
export type OrderEventKind =
  | 'created'
  /** It waits longer for its payment. */
  | 'extended'
  /** The shopper pays when it is picked up. */
  | 'on_delivery'
  | 'paid'
  | 'unpaid'
  | 'changed'
  | 'deleted'
  | 'restored'
  | 'preparing'
  | 'parcel'
  | 'parcel_changed'
  | 'shipped'
  /** The rest outside parcels is not shipped any more. */
  | 'rest_closed'
  | 'delivered'
  | 'completed'
  | 'cancelled'
  | 'returned'
  /** The steps of a return before its goods are judged. */
  | 'return_asked'
  | 'return_accepted'
  | 'return_refused'
  | 'return_withdrawn'
  | 'return_sent'
  | 'return_received'
  /** The sum to pay back for it is decided. */
  | 'return_done'
  /** At a convenience store: it waits there, nobody came for it, or the store has closed. */
  | 'at_store'
  | 'not_picked_up'
  | 'store_closed'
  | 'store_changed'
  /** It goes in one parcel with other orders, and by itself again. */
  | 'merged'
  | 'taken_apart'
  | 'refund_requested'
  | 'refunded'
  | 'payment_notice'
  | 'note'
  /** A message of the shopper, and one of the staff to the shopper. */
  | 'asked'
  | 'answered'
  /** The changes of a run were undone; the events of that run name it in their detail. */
  | 'undone'

/** Every change of an order with before and after in `detail`. Append-only. */
export const orderEvents = pgTable(
  'order_events',
  {
    id: bigint('id', { mode: 'number' }).generatedAlwaysAsIdentity().primaryKey(),
    orderId: idColumn('order_id').notNull(),
    kind: text('kind').$type<OrderEventKind>().notNull(),
    /** The actor: an owner as in `orders`, or `a:` and an administrator's id. */
    actor: text('actor').notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull(),
    at: instant('at').notNull().defaultNow(),
  },
  (table) => [index('order_events_by_order').on(table.orderId, table.id)],
)

/** The saved answers of writes that came with an `Idempotency-Key`; a key belongs to its owner. */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    owner: text('owner').notNull(),
    key: text('key').notNull(),
    /** A hash of the call and its body: another body under the same key is refused. */
    requestHash: text('request_hash').notNull(),
    reply: jsonb('reply').$type<Record<string, unknown>>().notNull(),
    createdAt: instant('created_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.owner, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
)
