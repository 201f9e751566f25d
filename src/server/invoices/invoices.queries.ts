import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { AllowanceState, InvoiceState } from '#contract/invoice-states.ts'
import type { Db } from '../db/connect.ts'
import { invoiceAllowances, invoices } from '../db/tables/invoices.ts'
import type { ValidInvoice } from './kept-lines.ts'
import type { PlannedInvoice } from './plan-invoices.ts'
import { tellAllowance, tellInvoice } from './tell-invoices.ts'

export type InvoiceRow = typeof invoices.$inferSelect
export type AllowanceRow = typeof invoiceAllowances.$inferSelect

export interface InvoiceWithAllowances extends InvoiceRow {
  /** Oldest first; none that were dropped. */
  allowances: AllowanceRow[]
}

/** The invoices of an order but those that were dropped, oldest first. */
export async function listInvoicesOf(db: Db, orderId: string): Promise<InvoiceWithAllowances[]> {
  const rows = await db
    .select()
    .from(invoices)
    .where(and(eq(invoices.orderId, orderId), sql`${invoices.state} <> 'dropped'`))
    .orderBy(asc(invoices.id))
  return withAllowances(db, rows)
}

export async function withAllowances(
  db: Db,
  rows: readonly InvoiceRow[],
): Promise<InvoiceWithAllowances[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const allowances = await db
    .select()
    .from(invoiceAllowances)
    .where(
      and(inArray(invoiceAllowances.invoiceId, ids), sql`${invoiceAllowances.state} <> 'dropped'`),
    )
    .orderBy(asc(invoiceAllowances.id))
  return rows.map((row) => ({
    ...row,
    allowances: allowances.filter(({ invoiceId }) => invoiceId === row.id),
  }))
}

export async function findInvoice(db: Db, id: string): Promise<InvoiceRow | undefined> {
  const [row] = await db.select().from(invoices).where(eq(invoices.id, id))
  return row
}

export async function findAllowance(db: Db, id: string): Promise<AllowanceRow | undefined> {
  const [row] = await db.select().from(invoiceAllowances).where(eq(invoiceAllowances.id, id))
  return row
}

/** All that an order ever was to have. */
export function countInvoicesOf(db: Db, orderId: string): Promise<number> {
  return db.$count(invoices, eq(invoices.orderId, orderId))
}

/** Whether an invoice of the order may be at the provider: its choice is fixed then. */
export async function isInvoiceFixed(db: Db, orderId: string): Promise<boolean> {
  const states: InvoiceState[] = ['issuing', 'issued', 'voiding']
  const ofOrder = and(eq(invoices.orderId, orderId), inArray(invoices.state, states))
  return (await db.$count(invoices, ofOrder)) > 0
}

export async function insertInvoice(db: Db, row: typeof invoices.$inferInsert): Promise<void> {
  await db.insert(invoices).values(row)
}

export async function insertAllowance(
  db: Db,
  row: typeof invoiceAllowances.$inferInsert,
): Promise<void> {
  await db.insert(invoiceAllowances).values(row)
}

type Changed<Row> = Partial<Omit<Row, 'id' | 'state' | 'notBefore' | 'stateSince'>> & {
  /** Seconds from now; null: at once. */
  waits?: number | null
}

export type InvoiceChange = Changed<InvoiceRow>
export type AllowanceChange = Changed<AllowanceRow>

function toSet<Row>({ waits, ...values }: Changed<Row>) {
  if (waits === undefined) return values
  const notBefore = waits === null ? null : sql`now() + make_interval(secs => ${waits})`
  return { ...values, notBefore }
}

/** The only writers of the states. */
export async function writeInvoice(
  db: Db,
  { id, state: before }: Pick<InvoiceRow, 'id' | 'state'>,
  state: InvoiceState,
  change: InvoiceChange = {},
): Promise<void> {
  await db
    .update(invoices)
    .set({
      ...toSet<InvoiceRow>(change),
      state,
      ...(state !== before && { stateSince: sql`now()` }),
      ...(state === 'voided' && { voidedAt: sql`coalesce(${invoices.voidedAt}, now())` }),
    })
    .where(eq(invoices.id, id))
  await tellInvoice(db, id, { before, state })
}

export async function writeAllowance(
  db: Db,
  { id, state: before }: Pick<AllowanceRow, 'id' | 'state'>,
  state: AllowanceState,
  change: AllowanceChange = {},
): Promise<void> {
  await db
    .update(invoiceAllowances)
    .set({
      ...toSet<AllowanceRow>(change),
      state,
      ...(state !== before && { stateSince: sql`now()` }),
    })
    .where(eq(invoiceAllowances.id, id))
  await tellAllowance(db, id, { before, state })
}

/** Seconds until somebody may take a row on; 0: now. */
export async function secondsUntil(db: Db, notBefore: Date | null): Promise<number> {
  if (notBefore === null) return 0
  const { rows } = await db.execute<{ seconds: number }>(sql`
    select ceil(extract(epoch from ${notBefore.toISOString()}::timestamptz - now()))::int as seconds`)
  return Math.max(0, rows[0]?.seconds ?? 0)
}

const validStates: InvoiceState[] = ['issued', 'voiding']

/** Issued and not void. */
export function validOf(rows: readonly InvoiceWithAllowances[]): InvoiceWithAllowances[] {
  return rows.filter(({ state }) => validStates.includes(state))
}

const made = (invoice: InvoiceWithAllowances) =>
  invoice.allowances.filter(({ state }) => state === 'allowed')

export function toPlanned(invoice: InvoiceWithAllowances): PlannedInvoice {
  const { id, amount, issuedAt, isDonated, isVoidRefused } = invoice
  const allowed = made(invoice).reduce((sum, allowance) => sum + allowance.amount, 0)
  return { id, amount, allowed, issuedAt: issuedAt ?? new Date(0), isDonated, isVoidRefused }
}

export function toValid(invoice: InvoiceWithAllowances): ValidInvoice {
  return { id: invoice.id, lines: invoice.lines, allowances: made(invoice) }
}

/** Orders whose invoices wait for something, and the rows that wait for somebody first. */
export async function listOrdersToRetry(db: Db): Promise<string[]> {
  const { rows } = await db.execute<{ orderId: string }>(sql`
    select distinct invoices.order_id as "orderId" from invoices
    left join invoice_allowances as allowance on allowance.invoice_id = invoices.id
      and (allowance.is_blocked or allowance.state in ('queued', 'sending'))
    where invoices.is_blocked or invoices.state in ('queued', 'issuing', 'voiding')
      or allowance.id is not null`)
  return rows.map(({ orderId }) => orderId)
}
