import { sql } from 'drizzle-orm'
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core'
import type { InvoiceChoice } from '#contract/invoice-choice.ts'
import type { InvoiceLine } from '#contract/invoice-lines.ts'
import type { AllowanceState, InvoiceState } from '#contract/invoice-states.ts'
import { idColumn, instant } from '../columns.ts'
import { orders } from './orders.ts'

/** A line of an invoice, and of which line of its order it is; null: shipping. */
export interface KeptInvoiceLine extends InvoiceLine {
  lineId: string | null
}

/** A line of an allowance; `pieces`: those that came back with it, 0 for money alone. */
export interface AllowanceLine extends KeptInvoiceLine {
  pieces: number
}

/** Words, tries and the next turn of what is sent to the provider of invoices. */
const callColumns = () => ({
  /** The last words of the provider, or why it gave no answer. */
  message: text('message'),
  /** It waits for somebody, or for the night. */
  isBlocked: boolean('is_blocked').notNull().default(false),
  /** How often it was sent, and how often in a row nothing came of a call. */
  attempts: integer('attempts').notNull().default(0),
  failures: integer('failures').notNull().default(0),
  /** Until then no node takes it on: a call is under way, or it waits for its next try. */
  notBefore: instant('not_before'),
  createdAt: instant('created_at').notNull().defaultNow(),
  stateSince: instant('state_since').notNull().defaultNow(),
})

/** An invoice (電子發票) of an order, from the intent to issue it. An order may have several. */
export const invoices = pgTable(
  'invoices',
  {
    id: idColumn('id').primaryKey(),
    orderId: idColumn('order_id')
      .notNull()
      .references(() => orders.id, { onDelete: 'cascade' }),
    /** Ours (RelateNumber), unique for ever, the same for each try; it follows from the order. */
    number: text('number').notNull().unique('invoices_number'),
    /** In whole NT$: the sum of its lines. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    lines: jsonb('lines').$type<KeptInvoiceLine[]>().notNull(),
    /** As it was sent; null once the person was erased. */
    choice: jsonb('choice').$type<InvoiceChoice>(),
    isDonated: boolean('is_donated').notNull(),
    state: text('state').$type<InvoiceState>().notNull().default('queued'),
    /** The account with which it is issued: it is asked for and made void there, too. */
    merchant: text('merchant').notNull(),
    /** Nothing of it was told to the ministry. */
    isTrial: boolean('is_trial').notNull(),
    /** 發票號碼 and 隨機碼. */
    invoiceNumber: text('invoice_number'),
    randomNumber: text('random_number'),
    issuedAt: instant('issued_at'),
    voidReason: text('void_reason'),
    voidedAt: instant('voided_at'),
    /** The provider does not make it void: money that goes back needs an allowance. */
    isVoidRefused: boolean('is_void_refused').notNull().default(false),
    ...callColumns(),
  },
  (table) => [
    check('invoices_amount', sql`${table.amount} > 0`),
    check(
      'invoices_state',
      sql`${table.state} in ('queued', 'issuing', 'issued', 'voiding', 'voided', 'failed', 'dropped')`,
    ),
    check(
      'invoices_issued',
      sql`${table.state} not in ('issued', 'voiding', 'voided')
        or ${table.invoiceNumber} is not null and ${table.issuedAt} is not null`,
    ),
    check('invoices_voided_at', sql`(${table.state} = 'voided') = (${table.voidedAt} is not null)`),
    index('invoices_by_order').on(table.orderId, table.id),
    index('invoices_by_state').on(table.state, table.id),
    index('invoices_open')
      .on(table.id)
      .where(sql`is_blocked or state in ('queued', 'issuing', 'voiding')`),
    index('invoices_by_issue').on(table.issuedAt),
    index('invoices_by_void').on(table.voidedAt).where(sql`voided_at is not null`),
    index('invoices_by_number').on(table.invoiceNumber),
    // An order has one that is still to be issued.
    uniqueIndex('invoices_one_to_issue')
      .on(table.orderId)
      .where(sql`state in ('queued', 'issuing', 'failed')`),
  ],
)

/** An allowance (折讓) of an invoice, from the intent to make it. */
export const invoiceAllowances = pgTable(
  'invoice_allowances',
  {
    id: idColumn('id').primaryKey(),
    invoiceId: idColumn('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    /** In whole NT$: the sum of its lines. */
    amount: bigint('amount', { mode: 'number' }).notNull(),
    lines: jsonb('lines').$type<AllowanceLine[]>().notNull(),
    state: text('state').$type<AllowanceState>().notNull().default('queued'),
    /** The provider's (折讓單號). */
    number: text('number'),
    allowedAt: instant('allowed_at'),
    ...callColumns(),
  },
  (table) => [
    check('invoice_allowances_amount', sql`${table.amount} > 0`),
    check(
      'invoice_allowances_state',
      sql`${table.state} in ('queued', 'sending', 'allowed', 'failed', 'dropped')`,
    ),
    check(
      'invoice_allowances_allowed',
      sql`(${table.state} = 'allowed') = (${table.allowedAt} is not null)
        and (${table.state} <> 'allowed' or ${table.number} is not null)`,
    ),
    index('invoice_allowances_by_invoice').on(table.invoiceId, table.id),
    index('invoice_allowances_open')
      .on(table.id)
      .where(sql`is_blocked or state in ('queued', 'sending')`),
    index('invoice_allowances_by_time').on(table.allowedAt),
    // The provider tells them apart by their sum alone.
    uniqueIndex('invoice_allowances_one_to_make')
      .on(table.invoiceId)
      .where(sql`state in ('queued', 'sending', 'failed')`),
  ],
)

/** Numbers that a period has left, as the provider said last; one row a period. */
export const invoiceNumbers = pgTable(
  'invoice_numbers',
  {
    /** Its first month: `2026-11`. */
    period: text('period').primaryKey(),
    left: integer('left_over').notNull(),
    all: integer('all_of_it').notNull(),
    askedAt: instant('asked_at').notNull().defaultNow(),
  },
  (table) => [check('invoice_numbers_left', sql`${table.left} between 0 and ${table.all}`)],
)
