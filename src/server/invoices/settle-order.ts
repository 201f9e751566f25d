import { transaction } from '../db/transaction.ts'
import type { GatewayFailure } from '../ecpay/ecpay-http.ts'
import { pauseGateway, readPause } from '../ecpay/pace.queries.ts'
import { lockAnyOrder } from '../orders/back-office/admin-orders.queries.ts'
import { invoicePace } from './account/pace.ts'
import { settleInvoices } from './invoice.jobs.ts'
import type { InvoiceDeps } from './invoice-deps.ts'
import { nextAllowanceState, nextInvoiceState } from './invoice-states.ts'
import {
  type AllowanceChange,
  type AllowanceRow,
  findAllowance,
  findInvoice,
  type InvoiceChange,
  type InvoiceRow,
  type InvoiceWithAllowances,
  listInvoicesOf,
  writeAllowance,
  writeInvoice,
} from './invoices.queries.ts'
import { explainInvoiceFailure } from './provider/explain-failure.ts'
import type {
  FoundAllowance,
  FoundInvoice,
  InvoiceProvider,
  IssuedInvoice,
  KnownInvoice,
  Refusal,
} from './provider/invoice-provider.ts'
import { callSeconds, type InvoiceCall, takeStep } from './take-step.ts'

const minute = 60
const hour = 60 * minute
/** After the last one as often as it takes. */
const waitSeconds = [minute, 5 * minute, 30 * minute, 2 * hour, 6 * hour]
/** More than any order needs: a fault of ours is to end. */
const maxCalls = 20

type NotDone = Refusal | GatewayFailure

/**
 * Brings the invoices of an order to what it keeps, one call of the provider after the other. Each intent
 * is committed before its call, and what is not known afterwards is asked for before anything is sent
 * again: so it may run any number of times, on any number of nodes.
 */
export async function settleOrder(
  deps: InvoiceDeps,
  { orderId, retries = false }: { orderId: string; retries?: boolean },
): Promise<void> {
  const { db, jobs, invoices } = deps
  if (!invoices.current().issues) return
  const paused = await readPause(db, invoicePace)
  if (paused > 0) {
    return jobs.send(db, settleInvoices, { orderId, retries }, { delaySeconds: paused })
  }
  if (retries) await unblock(deps, orderId)
  for (let calls = 0; calls < maxCalls; calls++) {
    const call = await transaction(db, (tx) => takeStep(tx, deps, orderId))
    if (!call || !(await run(deps, call))) return
  }
  throw new Error(`the invoices of ${orderId} do not come to an end`)
}

/** Tries rows now that wait for somebody or for their time; calls under way are left alone. */
function unblock({ db }: InvoiceDeps, orderId: string): Promise<void> {
  return transaction(db, async (tx) => {
    await lockAnyOrder(tx, orderId)
    for (const invoice of await listInvoicesOf(tx, orderId)) {
      const now = { isBlocked: false, waits: null }
      const waits = (row: { isBlocked: boolean; state: string }) =>
        row.isBlocked || row.state === 'queued'
      if (waits(invoice)) {
        await writeInvoice(tx, invoice, nextInvoiceState(invoice.state, 'retry'), now)
      }
      for (const allowance of invoice.allowances.filter(waits)) {
        await writeAllowance(tx, allowance, nextAllowanceState(allowance.state, 'retry'), now)
      }
    }
  })
}

/** Calls the provider and writes what came of it; whether there may be more to do at once. */
async function run(deps: InvoiceDeps, call: InvoiceCall): Promise<boolean> {
  const provider = deps.invoices.of(call.invoice.merchant)
  if (!provider) return recordGone(deps, call)
  switch (call.type) {
    case 'issue':
      return runIssue(deps, provider, call)
    case 'find':
      return runFind(deps, provider, call.invoice)
    case 'void':
      return runVoid(deps, provider, call.invoice)
    case 'allow':
      return runAllow(deps, provider, call)
    case 'find_allowance':
      return runFindAllowance(deps, provider, call)
  }
}

/** The owner has taken the account out of the settings with which it was issued. */
async function recordGone(deps: InvoiceDeps, call: InvoiceCall): Promise<false> {
  const reason = '開立這張發票的電子發票帳號已不在設定中'
  const refusal = { type: 'refused', cause: 'account', reason } as const
  if ('allowance' in call) {
    const event = call.type === 'allow' ? 'not_made' : 'retry'
    return recordNotAllowed(deps, call.allowance, refusal, event)
  }
  return recordRefusal(deps, call.invoice, call.type === 'issue' ? 'refused' : 'retry', refusal)
}

async function runIssue(
  deps: InvoiceDeps,
  provider: InvoiceProvider,
  { invoice, buyer }: Extract<InvoiceCall, { type: 'issue' }>,
): Promise<boolean> {
  const { number, amount, lines, choice } = invoice
  if (!choice) throw new Error(`invoice ${invoice.id} has no choice`)
  const result = await provider.issue({ number, amount, lines, choice, buyer })
  if (result.type === 'issued') return recordIssued(deps, invoice, result.invoice)
  if (result.type !== 'refused') return recordFailure(deps, invoice, 'not_issued', result)
  if (result.cause !== 'used') return recordRefusal(deps, invoice, 'refused', result)
  const found = await provider.find(invoice)
  if (found.type === 'found') return recordFound(deps, invoice, found.invoice)
  // It is there and not found: its number stays, or the next try would be a second invoice.
  const isAnswered = found.type === 'none' || found.type === 'refused'
  const failure = isAnswered ? ({ type: 'unknown', reason: result.reason } as const) : found
  return recordFailure(deps, invoice, 'retry', failure)
}

async function runFind(
  deps: InvoiceDeps,
  provider: InvoiceProvider,
  invoice: InvoiceRow,
): Promise<boolean> {
  const found = await provider.find(invoice)
  if (found.type === 'found') return recordFound(deps, invoice, found.invoice)
  if (found.type === 'refused') return recordRefusal(deps, invoice, 'retry', found)
  if (found.type !== 'none') return recordFailure(deps, invoice, 'retry', found)
  return changeInvoice(deps, invoice, (row) =>
    isOfTry(row, invoice)
      ? {
          state: nextInvoiceState(row.state, 'not_issued'),
          change: { waits: null, failures: 0 },
        }
      : undefined,
  )
}

async function runVoid(
  deps: InvoiceDeps,
  provider: InvoiceProvider,
  invoice: InvoiceRow,
): Promise<boolean> {
  const result = await provider.void(knownOf(invoice), invoice.voidReason ?? '')
  const { type } = result
  if (type === 'done') {
    return changeInvoice(deps, invoice, (row) => ({
      state: nextInvoiceState(row.state, 'voided'),
      change: { message: null, failures: 0, waits: null },
    }))
  }
  if (type !== 'refused') return recordFailure(deps, invoice, 'retry', result)
  if (result.cause !== 'data') return recordRefusal(deps, invoice, 'retry', result)
  return changeInvoice(deps, invoice, (row) => ({
    state: nextInvoiceState(row.state, 'not_voided'),
    change: { isVoidRefused: true, message: result.reason, failures: 0, waits: null },
  }))
}

async function runAllow(
  deps: InvoiceDeps,
  provider: InvoiceProvider,
  { invoice, allowance, buyer }: Extract<InvoiceCall, { type: 'allow' }>,
): Promise<boolean> {
  const listed = await provider.listAllowances(knownOf(invoice))
  if (listed.type !== 'allowances') return recordNotAllowed(deps, allowance, listed, 'not_made')
  const made = madeBefore(listed.allowances, invoice, allowance)
  if (made) return recordAllowed(deps, allowance, made)
  const sent = await markSending(deps, invoice, allowance)
  // Another node was quicker.
  if (!sent) return true
  const { amount, lines } = sent
  const { email } = buyer
  const result = await provider.allow({ invoice: knownOf(invoice), amount, lines, email })
  if (result.type === 'allowed') return recordAllowed(deps, sent, result)
  return recordNotAllowed(deps, sent, result, 'not_made')
}

/**
 * One of the same sum that none of our rows has: its answer was lost, or it was made after the backup
 * that this shop was restored from.
 */
function madeBefore(
  listed: readonly FoundAllowance[],
  { allowances }: InvoiceWithAllowances,
  { amount }: AllowanceRow,
): FoundAllowance | undefined {
  const ours = new Set(allowances.map(({ number }) => number))
  return listed.find((one) => !one.isVoid && one.amount === amount && !ours.has(one.number))
}

/** Writes the intent; undefined when it is not this node that sends. */
function markSending(
  { db }: InvoiceDeps,
  invoice: InvoiceRow,
  allowance: AllowanceRow,
): Promise<AllowanceRow | undefined> {
  return transaction(db, async (tx) => {
    await lockAnyOrder(tx, invoice.orderId)
    const row = await findAllowance(tx, allowance.id)
    if (row?.state !== 'queued' || row.amount !== allowance.amount) return undefined
    await writeAllowance(tx, row, nextAllowanceState(row.state, 'send'), {
      ...{ attempts: row.attempts + 1, isBlocked: false },
      waits: callSeconds,
    })
    return findAllowance(tx, allowance.id)
  })
}

async function runFindAllowance(
  deps: InvoiceDeps,
  provider: InvoiceProvider,
  { invoice, allowance }: Extract<InvoiceCall, { type: 'find_allowance' }>,
): Promise<boolean> {
  const listed = await provider.listAllowances(knownOf(invoice))
  if (listed.type !== 'allowances') return recordNotAllowed(deps, allowance, listed, 'retry')
  const found = madeBefore(listed.allowances, invoice, allowance)
  if (found) return recordAllowed(deps, allowance, found)
  return changeAllowance(deps, allowance, (row) =>
    isOfTry(row, allowance)
      ? {
          state: nextAllowanceState(row.state, 'not_made'),
          change: { waits: null, failures: 0 },
        }
      : undefined,
  )
}

function knownOf({ id, invoiceNumber, issuedAt }: InvoiceRow): KnownInvoice {
  if (invoiceNumber === null || issuedAt === null) throw new Error(`${id} was not issued`)
  return { invoiceNumber, issuedAt }
}

function recordFound(
  deps: InvoiceDeps,
  invoice: InvoiceRow,
  { isVoid, ...found }: FoundInvoice,
): Promise<boolean> {
  return recordIssued(deps, invoice, found, isVoid)
}

/** It is issued, whichever try it was. */
function recordIssued(
  deps: InvoiceDeps,
  invoice: InvoiceRow,
  { invoiceNumber, randomNumber, issuedAt }: IssuedInvoice,
  isVoid = false,
): Promise<boolean> {
  return changeInvoice(deps, invoice, (row) => ({
    state: nextInvoiceState(row.state, isVoid ? 'voided' : 'issued'),
    change: {
      ...{ invoiceNumber, randomNumber, issuedAt },
      ...{ message: null, isBlocked: false, failures: 0, waits: null },
    },
  }))
}

function recordAllowed(
  deps: InvoiceDeps,
  allowance: AllowanceRow,
  { number, at }: { number: string; at: Date },
): Promise<boolean> {
  return changeAllowance(deps, allowance, (row) => ({
    state: nextAllowanceState(row.state, 'allowed'),
    change: {
      ...{ number, allowedAt: at, message: null },
      ...{ isBlocked: false, failures: 0, waits: null },
    },
  }))
}

/** A failure counts for one try alone: by now another node may be at the next one. */
function isOfTry<Row extends { state: string; attempts: number }>(row: Row, tried: Row): boolean {
  return row.state === tried.state && row.attempts === tried.attempts
}

/** It waits for somebody: told by the list of the owner. */
async function recordRefusal(
  deps: InvoiceDeps,
  invoice: InvoiceRow,
  event: 'refused' | 'retry',
  { reason }: Refusal,
): Promise<false> {
  await changeInvoice(deps, invoice, (row) =>
    isOfTry(row, invoice)
      ? {
          state: nextInvoiceState(row.state, event),
          change: { message: reason, isBlocked: true, waits: null },
        }
      : undefined,
  )
  return false
}

/** Tried again by itself: what was not sent from the begin, what may have arrived by asking. */
async function recordFailure(
  deps: InvoiceDeps,
  invoice: InvoiceRow,
  event: 'not_issued' | 'retry',
  failure: GatewayFailure,
): Promise<false> {
  const seconds = await waitAfter(deps, invoice, failure)
  await changeInvoice(
    deps,
    invoice,
    (row) =>
      isOfTry(row, invoice)
        ? {
            state: nextInvoiceState(row.state, failure.type === 'unknown' ? 'retry' : event),
            change: {
              message: explainInvoiceFailure(failure),
              failures: row.failures + 1,
              waits: seconds,
            },
          }
        : undefined,
    seconds,
  )
  return false
}

async function recordNotAllowed(
  deps: InvoiceDeps,
  allowance: AllowanceRow,
  result: NotDone,
  event: 'not_made' | 'retry',
): Promise<false> {
  if (result.type === 'refused') {
    await changeAllowance(deps, allowance, (row) =>
      isOfTry(row, allowance)
        ? {
            state: nextAllowanceState(row.state, event === 'retry' ? 'retry' : 'refused'),
            change: { message: result.reason, isBlocked: true, waits: null },
          }
        : undefined,
    )
    return false
  }
  const seconds = await waitAfter(deps, allowance, result)
  await changeAllowance(
    deps,
    allowance,
    (row) =>
      isOfTry(row, allowance)
        ? {
            state: nextAllowanceState(row.state, result.type === 'unknown' ? 'retry' : event),
            change: {
              message: explainInvoiceFailure(result),
              failures: row.failures + 1,
              waits: seconds,
            },
          }
        : undefined,
    seconds,
  )
  return false
}

/** A call without an answer may still arrive: it is asked for once it is over. */
async function waitAfter(
  { db }: InvoiceDeps,
  { failures }: { failures: number },
  { type }: GatewayFailure,
): Promise<number> {
  if (type === 'stopped') {
    await pauseGateway(db, invoicePace)
    return 30 * minute
  }
  return waitSeconds[Math.min(failures, waitSeconds.length - 1)] ?? callSeconds
}

type Change<Row extends { state: string }, News> = (
  row: Row,
) => { state: Row['state']; change: News } | undefined

/** With `seconds` a job goes on then. True: whether there is more to do is to be looked at. */
function changeInvoice(
  { db, jobs }: InvoiceDeps,
  { id, orderId }: InvoiceRow,
  toChange: Change<InvoiceRow, InvoiceChange>,
  seconds?: number,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    await lockAnyOrder(tx, orderId)
    const row = await findInvoice(tx, id)
    const changed = row && toChange(row)
    if (!row || !changed) return false
    await writeInvoice(tx, row, changed.state, changed.change)
    if (seconds !== undefined) {
      await jobs.send(tx, settleInvoices, { orderId }, { delaySeconds: seconds })
    }
    return true
  })
}

function changeAllowance(
  { db, jobs }: InvoiceDeps,
  { id, invoiceId }: AllowanceRow,
  toChange: Change<AllowanceRow, AllowanceChange>,
  seconds?: number,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const invoice = await findInvoice(tx, invoiceId)
    if (!invoice) return false
    const { orderId } = invoice
    await lockAnyOrder(tx, orderId)
    const row = await findAllowance(tx, id)
    const changed = row && toChange(row)
    if (!row || !changed) return false
    await writeAllowance(tx, row, changed.state, changed.change)
    if (seconds !== undefined) {
      await jobs.send(tx, settleInvoices, { orderId }, { delaySeconds: seconds })
    }
    return true
  })
}
