import { expect, it } from 'vitest'
import {
  type AllowanceState,
  allowanceStates,
  type InvoiceState,
  invoiceStates,
} from '#contract/invoice-states.ts'
import {
  allowanceEvents,
  invoiceEvents,
  nextAllowanceState,
  nextInvoiceState,
} from './invoice-states.ts'

/** In the order of the events; `=`: nothing to do, `x`: refused. */
const ofInvoices: Record<InvoiceState, string> = {
  queued: 'issuing issued = failed = dropped x voided x',
  issuing: 'x issued queued failed = x x voided x',
  issued: 'x = x x = x voiding voided =',
  voiding: 'x = x x = x = voided issued',
  voided: 'x = x x x x = = x',
  failed: 'x issued = = queued dropped x voided x',
  dropped: 'x issued = = x = x voided x',
}
const ofAllowances: Record<AllowanceState, string> = {
  queued: 'sending allowed = failed = dropped',
  sending: 'x allowed queued failed = x',
  allowed: 'x = x x x x',
  failed: 'x allowed = = queued dropped',
  dropped: 'x allowed = = x =',
}

function read<State extends string>(state: State, next: () => State): string {
  try {
    const reached = next()
    return reached === state ? '=' : reached
  } catch {
    return 'x'
  }
}

it('the states of invoices and allowances lead where the table says, for every pair (INV-E-03)', () => {
  for (const state of invoiceStates) {
    const actual = invoiceEvents.map((event) => read(state, () => nextInvoiceState(state, event)))
    expect([state, actual.join(' ')]).toEqual([state, ofInvoices[state]])
  }
  for (const state of allowanceStates) {
    const actual = allowanceEvents.map((event) =>
      read(state, () => nextAllowanceState(state, event)),
    )
    expect([state, actual.join(' ')]).toEqual([state, ofAllowances[state]])
  }
})
