import { isDeepStrictEqual } from 'node:util'
import { createId } from '../db/id.ts'
import type { Transaction } from '../db/transaction.ts'
import { lockAnyOrder } from '../orders/back-office/admin-orders.queries.ts'
import { toInvoiceChoice } from '../orders/order-invoice.ts'
import type { OrderRow } from '../orders/order-wire.ts'
import { settleInvoices } from './invoice.jobs.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { invoiceNumber } from './invoice-number.ts'
import { nextAllowanceState, nextInvoiceState } from './invoice-states.ts'
import { readInvoiceTimes } from './invoice-times.ts'
import {
  type AllowanceRow,
  countInvoicesOf,
  findAllowance,
  findInvoice,
  type InvoiceRow,
  type InvoiceWithAllowances,
  insertAllowance,
  insertInvoice,
  listInvoicesOf,
  secondsUntil,
  toPlanned,
  toValid,
  validOf,
  writeAllowance,
  writeInvoice,
} from './invoices.queries.ts'
import { keptLinesOf, linesToAdd, linesToAllow, linesToIssue } from './kept-lines.ts'
import { type OrderMoney, readOrderMoney } from './order-money.queries.ts'
import { type InvoiceStep, planInvoices } from './plan-invoices.ts'
import type { InvoiceBuyer } from './provider/invoice-provider.ts'

/** A call that was begun is over by then: its limit is ten seconds. */
export const callSeconds = 60

interface OfAllowance {
  invoice: InvoiceWithAllowances
  allowance: AllowanceRow
}

/** A call of the provider, whose intent is written. */
export type InvoiceCall =
  | { type: 'issue'; invoice: InvoiceRow; buyer: InvoiceBuyer }
  | { type: 'find'; invoice: InvoiceRow }
  | { type: 'void'; invoice: InvoiceRow }
  /** Asks for the allowances that there are; the intent follows. */
  | ({ type: 'allow'; buyer: InvoiceBuyer } & OfAllowance)
  | ({ type: 'find_allowance' } & OfAllowance)

/**
 * Locks an order, and writes what is to be sent next for its invoices; undefined when nothing is, or
 * another node is at it. The transaction speaks to no network.
 */
export async function takeStep(
  tx: Transaction,
  deps: InvoiceDeps,
  orderId: string,
): Promise<InvoiceCall | undefined> {
  const order = await lockAnyOrder(tx, orderId)
  if (!order) return undefined
  const settings = await readInvoiceTimes(tx)
  const rows = await listInvoicesOf(tx, orderId)
  if (!settings.isOn && rows.length === 0) return undefined
  const sent = rows.find(({ state }) => state === 'issuing' || state === 'voiding')
  if (sent) return resumeInvoice(tx, deps, sent)
  for (const invoice of rows) {
    const allowance = invoice.allowances.find(({ state }) => state === 'sending')
    if (allowance) return resumeAllowance(tx, deps, invoice, allowance)
  }
  const money = await readOrderMoney(tx, orderId, settings)
  const valid = validOf(rows)
  const isFollowed = rows.some(({ issuedAt }) => issuedAt !== null) && order.state !== 'cancelled'
  const [step] = planInvoices({
    kept: money.kept,
    isDue: settings.isOn && (money.isDue || isFollowed),
    invoices: valid.map(toPlanned),
    now: money.now,
  })
  await dropOthers(tx, rows, step)
  if (!step) return undefined
  const asked = { order, rows, valid, money }
  if (step.type === 'issue') return issue(tx, deps, asked, step.amount)
  const invoice = valid.find(({ id }) => id === step.invoiceId)
  if (!invoice) throw new Error(`the plan names no invoice of ${orderId}`)
  if (step.type === 'allow') return allow(tx, asked, invoice, step.amount)
  return startVoid(tx, invoice)
}

interface Asked {
  order: OrderRow
  rows: readonly InvoiceWithAllowances[]
  valid: readonly InvoiceWithAllowances[]
  money: OrderMoney
}

/** Drops rows that the order no longer needs, and that are not at the provider. */
async function dropOthers(
  tx: Transaction,
  rows: readonly InvoiceWithAllowances[],
  step: InvoiceStep | undefined,
): Promise<void> {
  const isPending = ({ state }: { state: string }) => state === 'queued' || state === 'failed'
  const over = { isBlocked: false, waits: null }
  for (const row of rows) {
    if (isPending(row) && step?.type !== 'issue') {
      await writeInvoice(tx, row, nextInvoiceState(row.state, 'drop'), over)
    }
    const isWanted = step?.type === 'allow' && step.invoiceId === row.id
    for (const allowance of isWanted ? [] : row.allowances.filter(isPending)) {
      await writeAllowance(tx, allowance, nextAllowanceState(allowance.state, 'drop'), over)
    }
  }
}

async function issue(
  tx: Transaction,
  { invoices }: InvoiceDeps,
  { order, rows, valid, money }: Asked,
  amount: number,
): Promise<InvoiceCall | undefined> {
  const kept = keptLinesOf(money)
  const choice = toInvoiceChoice(order)
  const { merchant, isTrial } = invoices.current()
  const lines =
    valid.length === 0 ? linesToIssue(kept) : linesToAdd(kept, valid.map(toValid), amount)
  const isDonated = choice.kind === 'donation'
  const content = { amount, lines, choice, isDonated, merchant, isTrial }
  const pending = rows.find(({ state }) => state === 'queued' || state === 'failed')
  const { id } = pending ?? { id: createId() }
  const sending = { ...content, isBlocked: false, waits: callSeconds }
  if (pending) {
    if (await waits(tx, pending, content)) return undefined
    const queued = nextInvoiceState(pending.state, 'retry')
    const { attempts } = pending
    await writeInvoice(tx, pending, nextInvoiceState(queued, 'send'), {
      ...sending,
      attempts: attempts + 1,
    })
  } else {
    const number = invoiceNumber(order.id, await countInvoicesOf(tx, order.id))
    await insertInvoice(tx, { id, orderId: order.id, number, state: 'queued', ...content })
    const made = { id, state: 'queued' } as const
    await writeInvoice(tx, made, nextInvoiceState('queued', 'send'), { ...sending, attempts: 1 })
  }
  const invoice = await findInvoice(tx, id)
  return invoice && { type: 'issue', invoice, buyer: buyerOf(order) }
}

/** Whether a row that is to be sent waits for its time or for somebody; not once its content changed. */
async function waits<Row extends { isBlocked: boolean; notBefore: Date | null }>(
  tx: Transaction,
  row: Row,
  content: Partial<Row>,
): Promise<boolean> {
  const known = Object.fromEntries(Object.keys(content).map((key) => [key, row[key as keyof Row]]))
  if (!isDeepStrictEqual(known, JSON.parse(JSON.stringify(content)))) return false
  return row.isBlocked || (await secondsUntil(tx, row.notBefore)) > 0
}

async function allow(
  tx: Transaction,
  { order, valid, money }: Asked,
  invoice: InvoiceWithAllowances,
  amount: number,
): Promise<InvoiceCall | undefined> {
  const lines = linesToAllow(toValid(invoice), keptLinesOf(money), valid.map(toValid), amount)
  const content = { amount, lines }
  const pending = invoice.allowances.find(({ state }) => state === 'queued' || state === 'failed')
  const { id } = pending ?? { id: createId() }
  if (pending) {
    if (await waits(tx, pending, content)) return undefined
    const queued = nextAllowanceState(pending.state, 'retry')
    await writeAllowance(tx, pending, queued, { ...content, isBlocked: false, waits: null })
  } else {
    await insertAllowance(tx, { id, invoiceId: invoice.id, ...content })
  }
  const allowance = await findAllowance(tx, id)
  return allowance && { type: 'allow', invoice, allowance, buyer: buyerOf(order) }
}

async function startVoid(tx: Transaction, invoice: InvoiceRow): Promise<InvoiceCall> {
  const { attempts, voidReason } = invoice
  const reason = voidReason ?? '訂單退款'
  const change = { voidReason: reason, attempts: attempts + 1, message: null, failures: 0 }
  await writeInvoice(tx, invoice, nextInvoiceState(invoice.state, 'void'), {
    ...change,
    waits: callSeconds,
  })
  return { type: 'void', invoice: { ...invoice, ...change, state: 'voiding' } }
}

/** One that was sent: its answer may have been lost. A void may be sent again, as often as one likes. */
async function resumeInvoice(
  tx: Transaction,
  deps: InvoiceDeps,
  invoice: InvoiceRow,
): Promise<InvoiceCall | undefined> {
  if (!(await mayResume(tx, deps, invoice.orderId, invoice))) return undefined
  await writeInvoice(tx, invoice, invoice.state, { waits: callSeconds })
  return { type: invoice.state === 'voiding' ? 'void' : 'find', invoice }
}

async function resumeAllowance(
  tx: Transaction,
  deps: InvoiceDeps,
  invoice: InvoiceWithAllowances,
  allowance: AllowanceRow,
): Promise<InvoiceCall | undefined> {
  if (!(await mayResume(tx, deps, invoice.orderId, allowance))) return undefined
  await writeAllowance(tx, allowance, allowance.state, { waits: callSeconds })
  return { type: 'find_allowance', invoice, allowance }
}

/** False while its call may be under way: a job looks again, since the node may have been killed. */
async function mayResume(
  tx: Transaction,
  { jobs }: InvoiceDeps,
  orderId: string,
  { isBlocked, notBefore }: Pick<InvoiceRow, 'isBlocked' | 'notBefore'>,
): Promise<boolean> {
  if (isBlocked) return false
  const seconds = await secondsUntil(tx, notBefore)
  if (seconds === 0) return true
  await jobs.send(tx, settleInvoices, { orderId }, { delaySeconds: seconds + 1 })
  return false
}

/** No more than an invoice needs; of a person that was erased nothing is left. */
function buyerOf({ userEmail, userTel, userAddress }: OrderRow): InvoiceBuyer {
  const email = userEmail.includes('@') ? userEmail : ''
  return { address: userAddress, email, phone: userTel }
}
